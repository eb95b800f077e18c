// How a page notices that its server says nothing any more, and comes back. Run with `npm test`.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { load } from "./modules.mjs";

/** All sockets that were opened, the last one last. */
const sockets = [];
class FakeSocket {
    constructor() {
        this.sent = [];
        this.closed = false;
        sockets.push(this);
    }
    send(text) {
        this.sent.push(JSON.parse(text).type);
    }
    close() {
        this.closed = true;
    }
    say(type) {
        this.onmessage({ data: JSON.stringify({ type }) });
    }
}
globalThis.WebSocket = FakeSocket;
globalThis.window = globalThis;
globalThis.location = { protocol: "https:", host: "cards.example" };
globalThis.document = new EventTarget();
const page = new EventTarget();
globalThis.addEventListener = page.addEventListener.bind(page);
globalThis.removeEventListener = page.removeEventListener.bind(page);

const { Transport } = await load("connection/transport.svelte.ts");
beforeEach(() => sockets.splice(0));

/** A line that was let in; `t` turns its clock. */
function line(t) {
    t.mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: 1_000_000 });
    const transport = new Transport("abc", { opened() {}, heard() {}, lost() {} });
    transport.open();
    transport.welcomed();
    t.after(() => transport.close());
    return transport;
}
const passes = (t, seconds, each = () => {}) => {
    for (let step = 0; step < seconds * 4; step++) {
        t.mock.timers.tick(250);
        each(step);
    }
};

test("a server that is heard is left alone, but for a sign of life now and then", (t) => {
    const transport = line(t);
    passes(t, 60, (step) => step % 8 === 0 && sockets[0].say("heartbeat"));
    assert.equal(transport.state, "online");
    assert.equal(sockets.length, 1);
    assert.deepEqual(new Set(sockets[0].sent), new Set(["ping"]));
    assert.ok(sockets[0].sent.length <= 3, `${sockets[0].sent.length} pings`);
});

test("one that says nothing is asked, and left within six seconds", (t) => {
    const transport = line(t);
    passes(t, 3.75);
    assert.deepEqual(sockets[0].sent, ["ping"]);
    assert.equal(transport.state, "online");
    passes(t, 2.25);
    assert.equal(transport.state, "offline");
    assert.ok(sockets[0].closed);
    passes(t, 0.5);
    assert.equal(sockets.length, 2);
});

test("one that answers when it is asked is stayed with", (t) => {
    const transport = line(t);
    passes(t, 60, () => {
        if (sockets[0].sent.pop()) sockets[0].say("pong");
    });
    assert.equal(transport.state, "online");
    assert.equal(sockets.length, 1);
});

test("a page that was busy asks before it leaves", (t) => {
    const transport = line(t);
    t.mock.timers.setTime(1_000_000 + 8000);
    t.mock.timers.tick(500);
    assert.equal(transport.state, "online");
    sockets[0].say("heartbeat");
    passes(t, 3);
    assert.equal(sockets.length, 1);
});

test("a line that is not let in is tried again, with more patience each time", (t) => {
    const transport = line(t);
    transport.open();
    const tried = () => sockets.length;
    const first = tried();
    passes(t, 11);
    assert.equal(tried(), first);
    passes(t, 2);
    assert.equal(tried(), first + 1);
    passes(t, 20);
    assert.equal(tried(), first + 1);
    passes(t, 6);
    assert.equal(tried(), first + 2);
    assert.notEqual(transport.state, "online");
});
