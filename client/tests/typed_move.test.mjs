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

// Read by `tests/games/test_shorthand.py` too: one grammar for the browser and the terminal.
const POSITIONS = JSON.parse(readFileSync(`${root}/../tests/golden/typed_moves.json`, "utf8"));

for (const lang of ["en", "fr"]) {
    test(`${lang}: a move may be typed as it is said`, async () => {
        await speaking(lang);
        for (const { name, deal, names, typed: texts } of POSITIONS) {
            for (const [text, move] of Object.entries(texts[lang])) {
                const found = await read(deal.kind, text, { ...deal, you: 0, names });
                assert.deepEqual(Array.isArray(found) ? found.toSorted() : found, move, `${name}: ${text}`);
            }
        }
    });
}

test("digits alone are cards where no list has numbers", async () => {
    await speaking("en");
    const at = (name) => POSITIONS.find((position) => position.name === name);
    const { deal, names } = at("following-rising");
    assert.equal(await read("auf-ab", "54", { ...deal, names }), "4-5 x1");
    assert.equal(await read("dnpup", "9", { ...at("dnpup").deal, names }), "play 9/1");
});

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
