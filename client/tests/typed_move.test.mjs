// Moves that are typed: what they may mean, in both languages. Run with `npm test`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load, root } from "./modules.mjs";
import { speaking } from "./speaking.mjs";

const { plain, typed } = await load("speech/typed_move.ts");
const { GAMES } = await load("games/registry.ts");

async function read(kind, text, now) {
    const { typedMoves } = GAMES.find((game) => game.kind === kind);
    const { readings } = await typedMoves.load();
    const found = typed(readings(plain(text), { you: 0, names: ["Ada", "Iris", "Noé"], ...now }), now.legal);
    return found.move ?? found.moves ?? null;
}

const playing = { sight: { hand: ["9D", "KS", "QH", "TC", "TD"] }, legal: ["play 9D", "play TD"] };
const bidding = { sight: { hand: ["9D"] }, legal: ["bid 0", "bid 1"] };
const rising = {
    sight: { direction: "rising", hand: ["7-7", "7-8", "4-5"] },
    legal: ["pass", "7-7 7-8 x2", "7-7 7-8 x3", "4-5 x1"],
};
const table = {
    sight: { hand: ["7/1", "7/4", "5/2", "9/3"], melds: { 0: [], 1: ["5/8"], 2: ["2/6", "2/9"] } },
    legal: ["play 7/1", "play 7/4", "play 7/1 7/4", "add 5/2 to 1", "take 1", "take 2", "flip"],
};

const CASES = {
    en: [
        [
            "ascenseur",
            playing,
            {
                "9d": "play 9D",
                "play 9 of diamonds": "play 9D",
                "Nine of Diamonds!": "play 9D",
                ten: "play TD",
                "10d": "play TD",
            },
        ],
        // Held but not legal, or several: the rules and the player decide.
        [
            "ascenseur",
            playing,
            { "king of spades": "play KS", diamonds: ["play 9D", "play TD"], hello: null, "": null },
        ],
        [
            "ascenseur",
            bidding,
            { 1: "bid 1", "bid 0": "bid 0", b1: "bid 1", "bid one trick": "bid 1", zero: "bid 0", "bid 5": "bid 5" },
        ],
        [
            "auf-ab",
            rising,
            {
                pass: "pass",
                "two 7s": "7-7 7-8 x2",
                "7 7": "7-7 7-8 x2",
                "7 7 7": "7-7 7-8 x3",
                "8-7 7-7 x3": "7-7 7-8 x3",
                45: "4-5 x1",
                7: ["7-7 7-8 x2", "7-7 7-8 x3"],
                "9 9": null,
            },
        ],
        [
            "dnpup",
            table,
            {
                flip: "flip",
                "7 7": "play 7/1 7/4",
                "two 7s": "play 7/1 7/4",
                "7/4": "play 7/4",
                7: ["play 7/1", "play 7/4"],
                "add 5 to Iris": "add 5/2 to 1",
                "add 5": "add 5/2 to 1",
                "take noe": "take 2",
                take: ["take 1", "take 2"],
                9: "play 9/3",
                8: null,
            },
        ],
    ],
    fr: [
        [
            "ascenseur",
            playing,
            {
                "9 de carreau": "play 9D",
                "jouer neuf de carreau": "play 9D",
                "9k": "play 9D",
                "dame de cœur": "play QH",
                "dix de trèfle": "play TC",
            },
        ],
        ["ascenseur", bidding, { "annonce 1": "bid 1", "1 pli": "bid 1", aucun: "bid 0" }],
        ["auf-ab", rising, { passer: "pass", "deux 7": "7-7 7-8 x2", "poser 7-8 7-7 x3": "7-7 7-8 x3" }],
        [
            "dnpup",
            table,
            {
                retourner: "flip",
                "ajouter 5 chez Iris": "add 5/2 to 1",
                "prendre Noé": "take 2",
                "deux 7": "play 7/1 7/4",
            },
        ],
    ],
};

for (const [lang, cases] of Object.entries(CASES)) {
    test(`${lang}: a move may be typed as it is said`, async () => {
        await speaking(lang);
        for (const [kind, now, texts] of cases) {
            for (const [text, move] of Object.entries(texts)) {
                assert.deepEqual(await read(kind, text, now), move, `${kind}: ${text}`);
            }
        }
    });
}

test("every legal move of a real deal can be typed as the server writes it", async () => {
    await speaking("en");
    for (const { kind } of GAMES) {
        const scenes = JSON.parse(readFileSync(`${root}/src/games/${kind}/fixtures.json`, "utf8"));
        for (const {
            deal,
            table: { you, chairs },
        } of scenes) {
            const { sight, legal } = deal.en;
            for (const move of legal) {
                const found = await read(kind, move, { sight, legal, you, names: chairs.map(({ name }) => name) });
                assert.equal(found, move, `${kind}: ${move}`);
            }
        }
    }
});
