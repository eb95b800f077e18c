// Puzzles: days in a row, and which decisions of one's own become puzzles. Run with `npm test`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./modules.mjs";

const { streak } = await load("puzzle/progress.svelte.ts");
const { isOwn, keepMistakes, ownId, ownPuzzle } = await load("puzzle/own.ts");
const { storage } = await load("storage.ts");
const { attemptAt, isSolved } = await load("home/done_today.ts");
const { forgetProgress, noteSolved } = await load("puzzle/progress.svelte.ts");

const noon = Date.parse("2026-11-16T12:00:00Z");

test("days count in a row up to today, and a day that is not over breaks nothing", () => {
    assert.equal(streak([], noon), 0);
    assert.equal(streak(["2026-11-16"], noon), 1);
    assert.equal(streak(["2026-11-14", "2026-11-15"], noon), 2);
    assert.equal(streak(["2026-11-13", "2026-11-15", "2026-11-16"], noon), 2);
    assert.equal(streak(["2026-11-13", "2026-11-14"], noon), 0);
    assert.equal(streak(["2026-10-31", "2026-11-01"], Date.parse("2026-11-01T00:00:00Z")), 2);
});

const at = (ply, legal = [0, 1, 2], seat = 0) => ({ deal: 1, ply, seat, made: 0, legal, numbers: "1" });
const judged = (difference, stderr, best = 2) => ({ best, difference, stderr });
const match = (id) => ({ id, game: "dnpup", moves: ["flip", "take 0", "take 1"] });

test("what was clearly missed by oneself is kept, the costliest first", () => {
    const choices = [
        { place: 0, at: at(0), judged: judged(0.5, 0.05), close: false },
        { place: 1, at: at(1), judged: judged(0.5, 0.2), close: false },
        { place: 2, at: at(2, [0, 1]), judged: judged(2, 0.1, 1), close: false },
        { place: 3, at: at(3, [0, 1, 2], 1), judged: judged(3, 0.1), close: false },
        { place: 4, at: at(4), judged: judged(1, 0.1, 1), close: false },
        { place: 5, at: at(5), judged: null, close: false },
    ];
    keepMistakes(match("a-1"), choices, 0);
    assert.deepEqual(
        storage.mistakes().map(({ ply, best, made }) => [ply, best, made]),
        [
            [4, "take 0", "flip"],
            [0, "take 1", "flip"],
        ],
    );
    keepMistakes(match("b-1"), choices.slice(0, 1), 0);
    keepMistakes(match("a-1"), choices.slice(0, 1), 0);
    const [first] = storage.mistakes();
    assert.deepEqual(
        storage.mistakes().map(({ replay }) => replay),
        ["a-1", "b-1"],
    );
    assert.ok(isOwn(ownId(first)) && !isOwn("5f0c12ab99de"));
    assert.deepEqual(ownPuzzle(ownId(first)), first);
    assert.equal(ownPuzzle("a-1~9~9"), undefined);
});

test("the first page knows what of today was done in this browser", () => {
    const table = { id: "abc", game: "dnpup", token: null, invite: null };
    assert.equal(attemptAt("daily-2026-11-19"), null);
    storage.saveTable({ ...table, challenge: "daily-2026-11-19" });
    assert.equal(attemptAt("daily-2026-11-19"), "begun");
    assert.equal(attemptAt("daily-2026-11-20"), null);
    storage.noteOver("abc", true);
    assert.equal(attemptAt("daily-2026-11-19"), "played");
    storage.forgetTable("abc");

    assert.equal(isSolved("p1"), false);
    noteSolved("p1", "2026-11-19");
    assert.equal(isSolved("p1"), true);
    forgetProgress(false);
    assert.equal(isSolved("p1"), false);
});
