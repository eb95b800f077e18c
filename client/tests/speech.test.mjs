// What is said aloud, on real deals and in both languages. Run with `npm test`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load, root } from "./modules.mjs";
import { speaking } from "./speaking.mjs";

const { GAMES } = await load("games/registry.ts");
const { answerTo } = await load("speech/questions.ts");
const { QUESTIONS } = await load("speech/question_keys.ts");

/** Every sentence has all its values, and no card as people write it. */
function isSaid(text) {
    assert.ok(text.length > 3, text);
    assert.doesNotMatch(text, /[{}♠♥♦♣]|undefined|web\.|NaN|\d-\d|\d\/\d/, text);
}

function moments(kind, lang) {
    const scenes = JSON.parse(readFileSync(`${root}/src/games/${kind}/fixtures.json`, "utf8"));
    return scenes.map(({ table, deal }) => ({
        table,
        deal: deal[lang] ?? deal.en,
        told: (deal[lang] ?? deal.en).told,
        you: table.you,
        names: table.chairs.map(({ name }) => name),
    }));
}

for (const lang of ["en", "fr"]) {
    for (const { kind, speech, cards } of GAMES) {
        test(`${kind}, ${lang}: a turn, all answers and all events are in words`, async () => {
            await speaking(lang);
            const { turn, turnInBrief } = await speech.load();
            const { aloud } = await cards.load();
            for (const now of moments(kind, lang)) {
                if (now.you !== null && now.deal.to_act.includes(now.you) && now.deal.legal.length > 0) {
                    isSaid(turn(now, now.you));
                    isSaid(turnInBrief(now, now.you));
                    assert.ok(turnInBrief(now, now.you).length <= turn(now, now.you).length);
                }
                for (const question of QUESTIONS) isSaid(await answerTo(question, now));
                for (const { text } of now.told) isSaid(aloud(text));
            }
        });
    }
}

test("a turn of Ascenseur says the suit led, the trumps and what is still needed", async () => {
    await speaking("en");
    const { turn } = await GAMES.find(({ kind }) => kind === "ascenseur").speech.load();
    const sight = { cards: 3, trick: ["9D", "KD"], leader: 1, trump: "C", bids: [2, 0, 1], tricks: [1, 0, 0] };
    const now = { deal: { legal: ["play 7D"], sight }, names: ["Ada", "Iris", "Hugo"] };
    const said = "Your turn: diamonds led, trumps clubs, you need one more. Highest: king of diamonds of Hugo.";
    assert.equal(turn(now, 0), said);
});

test("a turn of Auf & Ab says the direction, what has to be beaten and by whom", async () => {
    await speaking("en");
    const { turn } = await GAMES.find(({ kind }) => kind === "auf-ab").speech.load();
    const sight = { direction: "falling", trick: [[1, "0-6 4-6 x2"]], opening: null };
    const now = { deal: { legal: ["pass"], sight }, names: ["Ada", "Iris"] };
    const said =
        "Your turn, falling: lay two cards whose high number is below 6, of Iris, or pass. " +
        "You have nothing that beats it.";
    assert.equal(turn(now, 0), said);
});

test("a turn of dnpup says which melds lie there and what beats them", async () => {
    await speaking("en");
    const { turn } = await GAMES.find(({ kind }) => kind === "dnpup").speech.load();
    const sight = { zone: "0", melds: { 0: [], 1: ["4/1", "4/9"], 2: ["10/2"] } };
    const now = { deal: { legal: ["flip"], sight }, you: 0, names: ["Ada", "Iris", "Hugo"] };
    assert.equal(turn(now, 0), "Your turn: Iris two 4s, beaten by two above 4; Hugo one 10, which nothing beats.");
});
