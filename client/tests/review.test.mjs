// The review of a match: judging a decision, luck and skill apart, and the columns in which it is kept.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./modules.mjs";
import { speaking } from "./speaking.mjs";

const { accountsOf, isClose, worst } = await load("review/accounts.ts");
const { columnsOf, rowsOf } = await load("review/columns.ts");
const { addingUp, alike, points, said, signed } = await load("review/amounts.ts");
const { turningPoints } = await load("review/curve.ts");
const { judge } = await load("review/judged.ts");

const value = (points, costStderr = 0) => ({
    value: points,
    stderr: 0,
    worlds: 9,
    goal: points / 10,
    won: 0,
    quantiles: [],
    cost: 0,
    costStderr,
    close: false,
});
const decision = { deal: 0, ply: 3, seat: 1, made: 0, legal: [4, 5, 6], numbers: "1 2 3" };
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
const choice = (place, deal, seat, found) => ({ place, at: { ...decision, deal, seat, ply: place }, judged: found });

test("a race finds the best move, and fresh worlds say by how much", async () => {
    const asked = [];
    const evaluate = (request) => {
        asked.push(request);
        // The race flatters its winner.
        const moves = request.only ? [value(1, 0.2), value(3, 0.3)] : [value(1), value(2), value(9)];
        return Promise.resolve({ moves, best: request.only ? 1 : 2, playouts: 0, exact: false });
    };
    const found = await judge("dnpup", decision, 100, 0, evaluate);
    assert.deepEqual(found, {
        best: 2,
        difference: 2,
        stderr: 0.3,
        value: 1,
        best_value: 3,
        goal: 0.1,
        best_goal: 0.3,
        won: 0,
        best_won: 0,
    });
    assert.deepEqual(
        asked.map(({ race, only, worlds }) => [race, only, worlds]),
        [
            [true, undefined, 100],
            [undefined, [0, 2], 100],
        ],
    );
    assert.notEqual(asked[0].seed, asked[1].seed);
});

test("a winner of the race that does worse in fresh worlds was no better", async () => {
    const evaluate = ({ only }) =>
        Promise.resolve({
            moves: only ? [value(3, 0.2), value(1, 0.2)] : [value(1), value(2), value(9)],
            best: 2,
            playouts: 0,
            exact: false,
        });
    const found = await judge("dnpup", decision, 100, 0, evaluate);
    assert.deepEqual([found.best, found.difference, found.best_value], [0, -2, 3]);
});

test("the best move needs no second look", async () => {
    const evaluate = () =>
        Promise.resolve({ moves: [value(5), value(2), value(3)], best: 0, playouts: 0, exact: false });
    assert.deepEqual(await judge("dnpup", decision, 100, 0, evaluate), {
        best: 0,
        difference: 0,
        stderr: 0,
        value: 5,
        best_value: 5,
        goal: 0.5,
        best_goal: 0.5,
        won: 0,
        best_won: 0,
    });
});

test("clear mistakes come first, the costliest of them on top, and others' decisions are left out", () => {
    const choices = [
        choice(0, 0, 0, judged(5, 9)),
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
    assert.equal(isClose(judged(5, 9)), true);
});

test("cards, decisions and luck make the points; a deal counts once all of its choices are measured", () => {
    const positions = {
        players: ["Ada", "Bo"],
        deals: [
            { points: [4, -1], void: false },
            { points: null, void: false },
        ],
    };
    const choices = [
        choice(0, 0, 0, judged(1, 0.1, 6)),
        choice(1, 0, 0, judged(-0.5, 1)),
        choice(2, 0, 1, null),
        choice(3, 1, 0, judged(1)),
    ];
    const accounts = accountsOf(positions, choices);
    assert.deepEqual(accounts, [{ deal: 0, seat: 0, result: 4, cards: 6, play: -0.5, luck: -1.5, mistakes: 1 }]);
});

test("no deal turned on less than a point", () => {
    const account = { deal: 0, seat: 0, result: 4, cards: 6, play: -0.15, luck: -1.85, mistakes: 1 };
    const costly = { ...account, deal: 1, play: -2, luck: 0 };
    const told = (seat) => turningPoints([account, costly], seat).map(({ deal, kind }) => [deal, kind]);
    assert.deepEqual(told(0), [
        [0, "luck"],
        [1, "cost"],
    ]);
    assert.deepEqual(told(null), [[1, "cost"]]);
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
