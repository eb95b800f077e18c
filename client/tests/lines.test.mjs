// Lines that were played on from a replay, as a browser remembers them. Run with `npm test`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./modules.mjs";

const { forgetLine, linesFrom, linesOf, mostLines, noteLine, renameLine, sourceLink } = await load("what_if/lines.ts");

const source = { replay: "abc-1", deal: 2, ply: 7, seat: 1, world: "true" };
const table = (over, more = {}) => ({
    id: "table",
    match: 1,
    you: 1,
    phase: over ? "over" : "playing",
    sheet: { rows: over ? [{ points: [1, 2, 3], void: false }] : [] },
    what_if: source,
    ...more,
});

test("a line is noted as it begins, and has its points once it is over", () => {
    noteLine(table(false));
    noteLine(table(false));
    assert.deepEqual(
        linesOf("abc-1").map(({ id, number, over, points }) => [id, number, over, points]),
        [["table-1", 1, false, null]],
    );
    renameLine("abc-1", "table-1", `  ${"long ".repeat(20)}`);
    noteLine(table(true));
    const [line] = linesOf("abc-1");
    assert.deepEqual([line.over, line.points, line.name.length], [true, [1, 2, 3], 40]);
});

test("again from here is another line, and a void deal has no points", () => {
    noteLine(table(true, { match: 2, sheet: { rows: [{ points: [0, 0, 0], void: true }] } }));
    assert.deepEqual(
        linesFrom(source).map(({ id, points }) => [id, points]),
        [
            ["table-2", null],
            ["table-1", [1, 2, 3]],
        ],
    );
    assert.deepEqual(linesFrom({ ...source, ply: 8 }), []);
});

test("who only watches, and a match that was played, leave no line", () => {
    noteLine(table(true, { id: "other", you: null }));
    noteLine(table(true, { id: "other", what_if: null }));
    assert.equal(linesOf("abc-1").length, 2);
});

test("there are never too many, and one can be taken off", () => {
    for (let n = 0; n < 10_000; n += 97) noteLine(table(true, { id: `t${n}` }));
    assert.equal(linesOf("abc-1").length, mostLines);
    const [newest] = linesOf("abc-1");
    forgetLine("abc-1", newest.id);
    assert.ok(!linesOf("abc-1").some(({ id }) => id === newest.id));
});

test("the way back leads to the move", () => {
    assert.equal(sourceLink(source), "/r/abc-1?deal=2&move=7&seat=1");
});
