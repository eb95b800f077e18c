// What becomes of a move prepared before one's turn, in every position of real deals. Run with `npm test`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load, root } from "./modules.mjs";

const { GAMES } = await load("games/registry.ts");
const { momentOf, outcomeOf } = await load("board/prepared_move.ts");
const { amongPeople, breath, noteThought } = await load("board/breath.ts");

const deals = GAMES.flatMap(({ kind }) =>
    JSON.parse(readFileSync(`${root}/src/games/${kind}/fixtures.json`, "utf8")).map(({ deal }) => deal.en),
);
/** A plan that finds its move everywhere, made when this much was shown. */
const planned = (deal, shown, more) => ({
    text: "",
    waits: "",
    find: () => "a move",
    against: () => "what lies",
    for: momentOf(deal, deal.told.slice(0, shown)),
    chosenAgainst: "what lies",
    ...more,
});

test("nothing prepared outlives its trick, in any game", () => {
    let over = 0;
    for (const deal of deals) {
        const ends = deal.told.flatMap(({ event }, at) => (event.type === "trick" ? [at] : []));
        for (let shown = 0; shown <= deal.told.length; shown++) {
            const plan = planned(deal, shown);
            const end = ends.find((at) => at >= shown) ?? deal.told.length;
            for (let later = shown; later <= deal.told.length; later++) {
                for (const due of [false, true]) {
                    const found = outcomeOf(plan, momentOf(deal, deal.told.slice(0, later)), due);
                    const alive = due ? { kind: "goes", move: "a move" } : { kind: "waits" };
                    assert.deepEqual(found, later <= end ? alive : { kind: "dropped", why: "trick" });
                    if (later > end) over += 1;
                }
            }
        }
    }
    assert.ok(over > 0);
});

test("a prepared move is dropped in another deal, against something else, and where it is illegal", () => {
    for (const deal of deals) {
        const now = momentOf(deal, deal.told);
        const why = (plan, moment, due) => outcomeOf(plan, moment, due).why;
        assert.equal(why(planned(deal, deal.told.length), { ...now, deal: now.deal + 1 }, true), "deal");
        const changed = planned(deal, deal.told.length, { against: () => "another meld" });
        assert.equal(why(changed, now, false), "changed");
        const illegal = planned(deal, deal.told.length, { find: () => null });
        assert.equal(outcomeOf(illegal, now, false).kind, "waits");
        assert.equal(why(illegal, now, true), "illegal");
    }
});

test("among people a move by itself takes a time that the player also takes where there is a choice", () => {
    const [person, bot] = [{ kind: "person" }, { kind: "bot" }];
    assert.equal(amongPeople({ chairs: [person, bot, bot] }), false);
    assert.equal(amongPeople({ chairs: [person, bot, person] }), true);
    const random = () => 0.5;
    // Against bots it does not matter: as long as it has to be seen.
    assert.ok(breath(false, "normal", random) < breath(false, "calm", random));
    assert.ok(breath(false, "instant", random) > 0);
    // Of a player who was not seen to think yet, any time.
    assert.notEqual(
        breath(true, "normal", () => 0.1),
        breath(true, "normal", () => 0.9),
    );
    const own = [1200, 2300, 3400, 4500, 1800];
    own.forEach(noteThought);
    for (let draw = 0; draw < 50; draw++) assert.ok(own.includes(breath(true, "normal", () => draw / 50)));
});
