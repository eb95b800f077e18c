// The places of a match and the deals that decided it. Run with `npm test`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./modules.mjs";

const { standings } = await load("ending/standings.ts");
const { comeback, momentOf, turningPoints } = await load("ending/turning_points.ts");

const sheet = (...points) => points.map((each, i) => ({ number: i + 1, points: each, void: false }));

test("equal totals share a place and a level, and the next place is left out", () => {
    assert.deepEqual(
        standings([3, 9, 9, -1]).map(({ seat, place, level }) => [seat, place, level]),
        [
            [1, 1, 2],
            [2, 1, 2],
            [0, 3, 1],
            [3, 4, 0],
        ],
    );
    assert.deepEqual(
        standings([0, 0]).map(({ place, level }) => [place, level]),
        [
            [1, 0],
            [1, 0],
        ],
    );
});

test("a winner stands before others with the same total", () => {
    assert.deepEqual(
        standings([5, 5, 1], [1]).map(({ seat, place }) => [seat, place]),
        [
            [1, 1],
            [0, 2],
            [2, 3],
        ],
    );
});

test("the deals with the largest swings are told in order, with their numbers", () => {
    const rows = sheet([1, 0, 0], [0, 8, 0], [1, 1, 1], [0, 2, 0], [1, 0, 1], [12, 0, 0]);
    assert.deepEqual(turningPoints(rows), [
        { deal: 2, kind: "lead", seat: 1, points: 8, swing: 8, total: 8, rest: 1 },
        { deal: 4, kind: "ahead", seat: 1, points: 2, swing: 2, total: 11, rest: 2 },
        { deal: 6, kind: "lead", seat: 0, points: 12, swing: 12, total: 15, rest: 11 },
    ]);
});

test("who catches up has a turning point too", () => {
    const [point] = turningPoints(sheet([4, 0], [6, 1], [0, 5], [0, 1])).filter(({ kind }) => kind === "closer");
    assert.deepEqual([point.deal, point.seat, point.swing, point.total, point.rest], [3, 1, 5, 6, 10]);
});

test("who comes up to a shared lead draws level, and has not taken it", () => {
    const points = turningPoints(sheet([4, 0, 1], [0, 1, 0], [0, 3, 0], [1, 1, 0]));
    assert.deepEqual(
        points.map(({ deal, kind, seat }) => [deal, kind, seat]),
        [
            [1, "ahead", 0],
            [3, "level", 1],
        ],
    );
});

test("a deal that does not count turns nothing, and keeps its number", () => {
    const [first, ...others] = sheet([2, 0], [0, 0], [0, 5]);
    const points = turningPoints([first, { ...others[0], void: true }, others[1]]);
    assert.deepEqual(
        points.map(({ deal, kind }) => [deal, kind]),
        [[3, "lead"]],
    );
});

test("nothing is made of one deal, nor of an even match", () => {
    assert.deepEqual(turningPoints(sheet([3, 0])), []);
    assert.deepEqual(turningPoints(sheet([1, 1], [2, 2], [0, 0])), []);
    assert.deepEqual(turningPoints([]), []);
});

test("a comeback is from alone in last place to alone in the lead", () => {
    assert.deepEqual(comeback(sheet([0, 2, 1], [0, 1, 1], [9, 0, 0])), { seat: 0, deal: 2 });
    assert.equal(comeback(sheet([0, 2, 1], [2, 0, 1])), null, "a shared lead");
    assert.equal(comeback(sheet([0, 2, 0], [9, 0, 0])), null, "a shared last place");
    assert.equal(comeback(sheet([0, 2], [9, 0])), null, "of two, somebody is always last");
    assert.equal(comeback([]), null);
});

test("the result of a deal says who takes the lead with it, and from how far below", () => {
    assert.deepEqual(momentOf(sheet([0, 2, 1], [9, 0, 0])), { kind: "comeback", seat: 0 });
    assert.deepEqual(momentOf(sheet([0, 2, 1], [0, 0, 9])), { kind: "lead", seat: 2 });
    assert.equal(momentOf(sheet([0, 2, 1], [0, 1, 0])), null, "the same leader");
    assert.equal(momentOf(sheet([0, 2, 1])), null, "the first deal");
    const [first, again] = sheet([0, 2, 1], [9, 0, 0]);
    assert.equal(momentOf([first, { ...again, void: true }]), null, "a deal that does not count");
});
