// What plays itself and what lies open. Run with `npm test`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load, root } from "./modules.mjs";

const { GAMES } = await load("games/registry.ts");
const { moveWithoutChoice } = await load("board/move_without_choice.ts");
const { openHands } = await load("games/ascenseur/open_hands.ts");

const none = { passAlone: false, passAmongPeople: false, forcedAlone: false };
const pass = { ...none, passAlone: true };
const people = { ...none, passAmongPeople: true };
const forced = { ...none, forcedAlone: true };
const both = { ...pass, forcedAlone: true };

for (const { kind } of GAMES) {
    const scenes = JSON.parse(readFileSync(`${root}/src/games/${kind}/fixtures.json`, "utf8"));
    const lists = scenes.map(({ deal }) => deal.en.legal);

    test(`${kind}: only a move that is the only one plays itself, and only if one likes that`, () => {
        const moves = new Set(lists.flat());
        assert.ok(moves.size > 0);
        for (const move of moves) {
            const ifPass = move === "pass" ? move : null;
            assert.equal(moveWithoutChoice([move], none, false), null);
            assert.equal(moveWithoutChoice([move], both, false), move);
            assert.equal(moveWithoutChoice([move], pass, false), ifPass);
            assert.equal(moveWithoutChoice([move], forced, false), move === "pass" ? null : move);
            // Among people it tells something, so that is liked or not for itself.
            assert.equal(moveWithoutChoice([move], pass, true), null);
            assert.equal(moveWithoutChoice([move], people, true), ifPass);
            assert.equal(moveWithoutChoice([move], people, false), null);
        }
        for (const legal of lists.filter((legal) => legal.length !== 1)) {
            assert.equal(moveWithoutChoice(legal, both, false), null);
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
