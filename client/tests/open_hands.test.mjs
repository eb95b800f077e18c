// What plays itself and what lies open. Run with `npm test`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load, root } from "./modules.mjs";

const { GAMES } = await load("games/registry.ts");
const { moveWithoutChoice } = await load("board/move_without_choice.ts");
const { openHands } = await load("games/ascenseur/open_hands.ts");

const none = { passAlone: false, forcedAlone: false };
const pass = { passAlone: true, forcedAlone: false };
const forced = { passAlone: false, forcedAlone: true };
const both = { passAlone: true, forcedAlone: true };

for (const { kind } of GAMES) {
    const scenes = JSON.parse(readFileSync(`${root}/src/games/${kind}/fixtures.json`, "utf8"));
    const lists = scenes.map(({ deal }) => deal.en.legal);

    test(`${kind}: only a move that is the only one plays itself, and only if one likes that`, () => {
        const moves = new Set(lists.flat());
        assert.ok(moves.size > 0);
        for (const move of moves) {
            assert.equal(moveWithoutChoice([move], none), null);
            assert.equal(moveWithoutChoice([move], both), move);
            assert.equal(moveWithoutChoice([move], pass), move === "pass" ? move : null);
            assert.equal(moveWithoutChoice([move], forced), move === "pass" ? null : move);
        }
        for (const legal of lists.filter((legal) => legal.length !== 1)) {
            assert.equal(moveWithoutChoice(legal, both), null);
        }
    });
}

test("ascenseur: an open hand is seen after what came before it, and loses the cards that are played", () => {
    const played = (seat, card) => ({ text: "", event: { type: "played", seat, card } });
    const claims = [{ seat: 1, tricks: "none", cards: ["2C", "3D"], told: 2 }];
    const told = [played(0, "AS"), played(1, "2C"), played(2, "5S"), played(1, "3D")];
    const left = (shown) => openHands(claims, told.slice(0, shown)).map(({ cards }) => cards);
    assert.deepEqual(left(1), []);
    assert.deepEqual(openHands(claims, [told[0], told[2]]), [{ seat: 1, tricks: "none", cards: ["2C", "3D"] }]);
    assert.deepEqual(left(2), [["3D"]]);
    assert.deepEqual(left(4), []);
});
