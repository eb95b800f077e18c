// What the boards work out for themselves, checked against real deals. Run with `npm test`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load, root } from "./modules.mjs";

const { GAMES } = await load("games/registry.ts");
const { EVENT_PAUSES } = await load("protocol.ts");
const { allAlike, exactly, greatest, reachable } = await load("board/melds.ts");
const { layings } = await load("games/auf-ab/moves.ts");
const { plays } = await load("games/dnpup/moves.ts");

const texts = (cards) => cards.map(({ card }) => card).toSorted();

// What each game's picture has to agree with the seat's own view in.
const checks = {
    ascenseur(picture, sight) {
        assert.deepEqual(picture.bids, sight.bids);
        assert.deepEqual(picture.won, sight.tricks);
        assert.deepEqual(
            picture.trick.map(({ card }) => card),
            sight.trick,
        );
    },
    "auf-ab"(picture, sight) {
        assert.deepEqual(picture.left, sight.left);
        assert.equal(picture.direction, sight.direction);
        assert.deepEqual(
            picture.trick.map(({ seat, cards, size }) => [seat, `${texts(cards).join(" ")} x${size}`]),
            sight.trick,
        );
        assert.deepEqual(picture.passed.toSorted(), sight.passed.toSorted());
    },
    dnpup(picture, sight) {
        assert.deepEqual(picture.left, sight.left);
        for (const [zone, meld] of Object.entries(sight.melds)) {
            assert.deepEqual(texts(picture.melds[zone] ?? []), meld.toSorted());
        }
        assert.equal(picture.discarded, sight.discarded.length);
        assert.deepEqual(picture.out, sight.out);
    },
};

for (const { kind, names, cards, board, dealing } of GAMES) {
    const { pictureOf } = await load(`games/${kind}/picture.ts`);
    const scenes = JSON.parse(readFileSync(`${root}/src/games/${kind}/fixtures.json`, "utf8"));

    for (const { name, table, deal } of scenes) {
        const { told, sight } = deal.en;
        test(`${name}: the events add up to what the seat sees`, () => {
            assert.ok(names.includes(table.game));
            const picture = pictureOf(told, table.seats, table.you);
            assert.deepEqual(texts(picture.hand), sight.hand.toSorted());
            assert.ok(checks[kind], `say in checks what the picture of ${kind} must have in common with the sight`);
            checks[kind](picture, sight);
        });
    }

    test(`${kind}: every part of the game can be loaded, and knows its own cards and events`, async () => {
        const [cardKind, { sounds }] = await Promise.all([cards.load(), board.load(), dealing.load()]);
        const pauses = EVENT_PAUSES[kind];
        for (const type of Object.keys(sounds)) assert.ok(type in pauses, type);
        const now = { direction: "rising", trump: null };
        for (const { deal } of scenes) {
            for (const { event } of deal.en.told) assert.ok(event.type in pauses, event.type);
            for (const card of deal.en.sight.dealt) {
                assert.equal(cardKind.read(card), card);
                assert.equal(cardKind.order(card, now).length, 2);
            }
        }
        assert.equal(cardKind.read("nothing"), null);
    });
}

test("a double that may count twice leaves two moves for the same cards", () => {
    const options = layings(["0-0 x1", "0-0 x2", "0-0 0-4 x2", "0-0 0-4 x3", "pass"]);
    assert.deepEqual(
        exactly(options, ["0-0"]).map(({ size }) => size),
        [1, 2],
    );
    assert.equal(reachable(options, ["0-4"]).length, 2);
    assert.equal(greatest(options, ["0-0"]).cards.length, 2);
});

test("like cards of dnpup are counted one by one", () => {
    const options = plays(["play 7/1", "play 7/1 7/1", "flip"]);
    assert.equal(exactly(options, ["7/1", "7/1"]).length, 1);
    assert.equal(exactly(options, ["7/1", "7/1", "7/1"]).length, 0);
});

test("all alike: the greatest move in one's turn, all of the same value before it", () => {
    const hand = ["1/6", "1/6", "1/9", "2/4"].map((card, i) => ({ card, id: i }));
    const valueOf = (card) => Number(card.split("/")[0]);
    const ids = (turn, chosen) =>
        allAlike(hand, chosen, { valueOf, whole: undefined, ...turn })?.map(({ id }) => id) ?? null;
    assert.deepEqual(ids({ playing: false }, ["1/9"]), [0, 1, 2]);
    assert.equal(ids({ playing: false }, []), null);
    // Of two like cards as many as the move has.
    const whole = { move: "", cards: ["1/6", "1/9"], size: 2 };
    assert.deepEqual(ids({ playing: true, whole }, ["1/6"]), [0, 2]);
    assert.equal(ids({ playing: true }, ["2/4"]), null);
});
