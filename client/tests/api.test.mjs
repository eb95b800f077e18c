// What is known of a question that failed: a code to go by, and words to show. Run with `npm test`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./modules.mjs";

const { ask, refusalOf, UNREACHABLE } = await load("api.ts");

/** What comes of a question to which the browser gives this answer. */
async function refused(answer) {
    const { fetch } = globalThis;
    globalThis.fetch = answer;
    const refusal = await ask("/api/games").catch(refusalOf);
    globalThis.fetch = fetch;
    return refusal;
}

test("a server that was not reached is known by a code, whatever the words for it", async () => {
    const { code } = await refused(() => Promise.reject(new TypeError("Failed to fetch")));
    assert.equal(code, UNREACHABLE);
});

test("what the server refuses keeps its own code and words", async () => {
    const no = { code: "unknown-game", text: "There is no such game." };
    assert.deepEqual(
        await refused(() => Promise.resolve({ ok: false, status: 404, json: () => Promise.resolve(no) })),
        no,
    );
});

test("any other fault is told in the browser's words", () => {
    assert.deepEqual(refusalOf(new RangeError("too far")), { code: "unknown", text: "RangeError: too far" });
});
