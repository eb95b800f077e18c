// What is asked over a line that breaks, and what is shown after it. Run with `npm test`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./modules.mjs";

const { Requests } = await load("connection/requests.ts");
const { TableState } = await load("connection/table_state.svelte.ts");

function line() {
    const sent = [];
    const down = { now: false };
    return { sent, down, requests: new Requests((message) => down.now || sent.push(message)) };
}
const why = (id) => ({ type: "why", id, move: "pass" });

test("a request without an answer is sent again under the same id, and answered once", async () => {
    const { sent, down, requests } = line();
    down.now = true;
    const answer = requests.ask(why);
    assert.equal(sent.length, 0);
    down.now = false;
    requests.resend();
    requests.resend();
    assert.equal(sent.length, 2);
    assert.equal(sent[0].id, sent[1].id);
    requests.settle(sent[0].id, { type: "reason", id: sent[0].id, text: "because" });
    assert.equal((await answer).text, "because");
    requests.resend();
    assert.equal(sent.length, 2);
});

test("a refusal for good is an answer", async () => {
    const { sent, requests } = line();
    const answer = requests.ask(why);
    const refusal = { type: "refused", id: sent[0].id, code: "illegal", text: "no", wait: null };
    requests.refused(sent[0].id, refusal);
    assert.equal((await answer).code, "illegal");
});

test("a request that came too fast, or perhaps was done, is sent again by itself", (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    for (const refusal of [
        { code: "too-fast", wait: 2 },
        { code: "unsure", wait: null },
    ]) {
        const { sent, requests } = line();
        void requests.ask(why);
        requests.refused(sent[0].id, { type: "refused", id: sent[0].id, text: "", ...refusal });
        assert.equal(sent.length, 1);
        t.mock.timers.tick(3000);
        assert.equal(sent.length, 2, refusal.code);
        assert.equal(sent[0].id, sent[1].id);
    }
});

test("one that is wanted much later is refused now", async () => {
    const { sent, requests } = line();
    const answer = requests.ask(why);
    requests.refused(sent[0].id, { type: "refused", id: sent[0].id, code: "too-fast", text: "", wait: 60 });
    assert.equal((await answer).code, "too-fast");
});

const told = (...texts) => texts.map((text) => ({ event: { type: "passed", seat: 0 }, text }));
const deal = (number, before, texts) => ({ kind: "auf-ab", number, before, told: told(...texts) });
const welcome = (seq, dealt, said = []) => ({ type: "welcome", seq, table: {}, deal: dealt, said });

test("what was missed comes with the welcome and is not told as new", () => {
    const shown = new TableState();
    shown.welcome(welcome(1, deal(1, 0, ["a"])));
    shown.update({ type: "update", seq: 2, deal: deal(1, 1, ["b"]) });
    assert.equal(shown.fresh, 1);
    shown.welcome(welcome(4, deal(1, 2, ["c", "d"])));
    assert.deepEqual(
        shown.told.map(({ text }) => text),
        ["a", "b", "c", "d"],
    );
    assert.equal(shown.fresh, 4);
    shown.update({ type: "update", seq: 5, deal: deal(2, 0, ["e"]) });
    assert.deepEqual(
        shown.told.map(({ text }) => text),
        ["e"],
    );
    assert.equal(shown.fresh, 0);
});

test("no line of the chat is shown twice", () => {
    const shown = new TableState();
    const lines = (...seqs) => seqs.map((seq) => ({ seq, text: "" }));
    shown.welcome(welcome(3, null, lines(1, 2)));
    shown.welcome(welcome(5, null, lines(2, 4)));
    assert.deepEqual(
        shown.said.map(({ seq }) => seq),
        [1, 2, 4],
    );
});

test("a caller can wait until a row of the log is shown", async () => {
    const shown = new TableState();
    shown.welcome(welcome(1, null));
    await shown.shown(1);
    let there = false;
    const later = shown.shown(3).then(() => (there = true));
    await Promise.resolve();
    assert.equal(there, false);
    shown.update({ type: "update", seq: 3 });
    await later;
});
