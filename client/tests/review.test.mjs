// The review of a match: what cost most, which deals turned it, and the columns in which it is kept.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./modules.mjs";

const { worst } = await load("review/accounts.ts");
const { columnsOf, rowsOf } = await load("review/columns.ts");
const { turningPoints } = await load("review/curve.ts");

const decision = { deal: 0, ply: 3, seat: 1, made: 0, legal: [4, 5, 6], numbers: "AQAAAA==" };
const judged = (difference, stderr = 0.1, best_value = 2) => ({
    best: 1,
    difference,
    stderr,
    value: best_value - difference,
    best_value,
    goal: 0,
    best_goal: 0,
    won: 0,
    best_won: 0,
});
const choice = (place, deal, seat, found, close = false) => ({
    place,
    at: { ...decision, deal, seat, ply: place },
    judged: found,
    close,
});

test("clear mistakes come first, the costliest of them on top, and others' decisions are left out", () => {
    const choices = [
        choice(0, 0, 0, judged(5, 9), true),
        choice(1, 0, 0, judged(1)),
        choice(2, 0, 0, judged(3)),
        choice(3, 0, 1, judged(4)),
        choice(4, 0, 0, judged(-2)),
        choice(5, 0, 0, null),
    ];
    assert.deepEqual(
        worst(choices, 0).map(({ place }) => place),
        [2, 1, 0],
    );
    assert.deepEqual(
        worst(choices, null).map(({ place }) => place),
        [3, 2, 1, 0],
    );
});

test("the deals that made most difference are named, and what is within chance is not", () => {
    const accounts = [
        { deal: 0, seat: 0, result: 4, cards: 6, play: -0.5, luck: -1.5, mistakes: 1 },
        { deal: 1, seat: 0, result: 2, cards: 2, play: -0.25, luck: 0.25, mistakes: 0 },
    ];
    assert.deepEqual(
        turningPoints(accounts, 0).map(({ deal, kind, points }) => [deal, kind, points]),
        [
            [0, "luck", -1.5],
            [0, "cost", -0.5],
            [1, "luck", 0.25],
        ],
    );
    assert.deepEqual(
        turningPoints(accounts, null).map(({ kind }) => kind),
        ["cost"],
    );
});

test("columns round to four digits and come back as rows", () => {
    const columns = columnsOf([judged(1.23456789), judged(0)], 100);
    assert.deepEqual([columns.worlds, columns.difference], [100, [1.2346, 0]]);
    assert.deepEqual(
        rowsOf(columns).map(({ best, difference }) => [best, difference]),
        [
            [1, 1.2346],
            [1, 0],
        ],
    );
});
