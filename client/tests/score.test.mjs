// What stands beside the points on the score sheet. Run with `npm test`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./modules.mjs";

const { detail, signed } = await load("table/points.ts");
const { say } = await load("words.svelte.ts");
const row = { number: 1, cards: null, cells: ["2/3 −5", "2 (out)"], points: [-5, 2], void: false };

test("a contract and a note come from their fields, and the points are not said twice", () => {
    const details = [{ contract: { bid: 3, won: 2 } }, { note: "out" }];
    assert.deepEqual(
        [0, 1].map((seat) => detail({ ...row, details }, seat)),
        [say("web.score.contract", { won: 2, bid: 3 }), "out"],
    );
    assert.deepEqual(row.points.map(signed), ["−5", "+2"]);
});
