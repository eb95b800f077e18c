// What a clock shows, whatever was spent. Run with `npm test`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./modules.mjs";

const { clockText, timeAfter } = await load("board/clock.ts");

test("first the turn goes, then the reserve, then nothing is left", () => {
    assert.deepEqual(timeAfter(0, 30, 120), { turn: 30, bank: 120, left: 150, short: false });
    assert.deepEqual(timeAfter(29.5, 30, 120), { turn: 1, bank: 120, left: 121, short: false });
    assert.deepEqual(timeAfter(31, 30, 120), { turn: 0, bank: 119, left: 119, short: false });
    assert.deepEqual(timeAfter(145, 30, 120), { turn: 0, bank: 5, left: 5, short: true });
    assert.deepEqual(timeAfter(500, 30, 120), { turn: 0, bank: 0, left: 0, short: true });
    assert.deepEqual(timeAfter(0, 5, 0), { turn: 5, bank: 0, left: 5, short: true });
});

test("a clock writes minutes and seconds", () => {
    assert.deepEqual([0, 9, 60, 125, 3600].map(clockText), ["0:00", "0:09", "1:00", "2:05", "60:00"]);
});
