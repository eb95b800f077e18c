// The review of a match: what cost most, which deals turned it, and the columns in which it is kept.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./modules.mjs";
import { speaking } from "./speaking.mjs";

const { worst } = await load("review/accounts.ts");
const { columnsOf, rowsOf } = await load("review/columns.ts");
const { addingUp, alike, points, said, signed } = await load("review/amounts.ts");
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

test("the deals that made most difference are named, and none that turned on less than a point", () => {
    const account = { deal: 0, seat: 0, result: 4, cards: 6, play: -0.15, luck: -1.85, mistakes: 1 };
    const costly = { ...account, deal: 1, play: -2, luck: 0 };
    const told = (seat) => turningPoints([account, costly], seat).map(({ deal, kind }) => [deal, kind]);
    assert.deepEqual(told(0), [
        [0, "luck"],
        [1, "cost"],
    ]);
    assert.deepEqual(told(null), [[1, "cost"]]);
    // What is within chance turns nothing.
    assert.deepEqual(turningPoints([{ ...costly, mistakes: 0 }], null), []);
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

test("points are whole where that says enough, and a result is the sum of its parts", async () => {
    await speaking("en");
    assert.deepEqual([20.83, 1.96, 0.43, -0.04, -3.5].map(points), ["21", "2", "0.4", "0", "−4"]);
    assert.deepEqual([2.4, 0.16, -0.01].map(signed), ["+2", "+0.2", "0"]);
    assert.equal(said(1), 1);
    assert.deepEqual([3.14, -0.5].map(alike([3.14, -0.5])), ["3.1", "−0.5"]);
    assert.deepEqual([31.4, -0.5].map(alike([31.4, -0.5])), ["31", "0"]);
    for (const [cards, play, result] of [
        [20.6, -3.4, 12],
        [1.25, -0.75, 2],
    ]) {
        const whole = addingUp({ result, cards, play, luck: result - cards - play });
        assert.equal((10 * whole.cards + 10 * whole.play + 10 * whole.luck) / 10, whole.result);
    }
});
