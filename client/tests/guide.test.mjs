// The guidance of a first match, on real deals. Run with `npm test`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load, root } from "./modules.mjs";

const { GAMES } = await load("games/registry.ts");
const { guidance, isLearned, learnedAfter } = await load("guide/guide.ts");

for (const { kind, guide } of GAMES) {
    const steps = await guide.load();
    const scenes = JSON.parse(readFileSync(`${root}/src/games/${kind}/fixtures.json`, "utf8"));
    const moments = scenes.map(({ table, deal }) => ({
        deal: deal.en,
        told: deal.en.told,
        you: table.you,
        names: table.chairs.map(({ name }) => name),
    }));
    const mine = moments.filter(({ deal, you }) => deal.to_act.includes(you) && deal.legal.length > 0);

    test(`${kind}: a beginner is told something in every turn, and nothing in the turns of others`, () => {
        assert.ok(mine.length > 0);
        for (const now of moments) assert.equal(guidance(steps, now, {}) !== null, mine.includes(now));
    });

    test(`${kind}: a step that was done twice gives way to another, and in the end to none`, () => {
        for (const now of mine) {
            let learned = {};
            const said = [];
            for (let found = guidance(steps, now, learned); found; found = guidance(steps, now, learned)) {
                said.push(found.step);
                const step = steps.find(({ name }) => name === found.step);
                // An event that nobody takes for the thing itself: then it is read, and gone a little later.
                learned = learnedAfter(step, [{ type: "nothing", seat: now.you }], learned);
                assert.ok(said.length < 100);
            }
            const times = said.filter((name) => name === said[0]).length;
            assert.equal(times, steps.find(({ name }) => name === said[0]).did ? 4 : 2);
            assert.ok(said.every((name) => isLearned(learned, name)));
        }
    });

    test(`${kind}: every step has a sentence, with the values that it needs`, () => {
        const catalogue = readFileSync(`${root}/../src/funicular/lang/en/${kind}.toml`, "utf8");
        const sentences = catalogue.slice(catalogue.indexOf(`[web.guide.${kind}]`));
        for (const { name, when } of steps) {
            const sentence = new RegExp(`^${name} = (.*)$`, "m").exec(sentences)?.[1];
            assert.ok(sentence, name);
            for (const values of mine.map(when).filter((found) => found !== null)) {
                const wanted = [...sentence.matchAll(/"[^"]*"/g)].flatMap(([text]) => [...text.matchAll(/\{(\w+)\}/g)]);
                for (const [, value] of wanted) assert.ok(value in values, `${name}: ${value}`);
            }
        }
    });
}

test("ascenseur: whoever must follow is told so, and that the contract is fulfilled later", async () => {
    const steps = await GAMES.find(({ kind }) => kind === "ascenseur").guide.load();
    const sight = { hand: ["7H", "AS"], cards: 2, trick: ["KH"], bids: [0, 1], tricks: [0, 0] };
    const now = { deal: { to_act: [0], legal: ["play 7H"], sight }, told: [], you: 0, names: [] };
    assert.equal(guidance(steps, now, {}).step, "follow");
    const known = { follow: { done: 2, shown: 2 } };
    assert.equal(guidance(steps, now, known).step, "enough");
});

/** A moment in which a beginner who has learned all that comes before is told this step, with these values. */
async function told(kind, name, events, more) {
    const steps = await GAMES.find((game) => game.kind === kind).guide.load();
    const step = steps.find((each) => each.name === name);
    const moment = {
        told: events.map((event) => ({ text: "", event })),
        you: 0,
        names: ["Zoé", "Clara", "Hugo"],
        ...more,
    };
    return step.when(moment);
}

test("ascenseur: who ruffs or throws a card away has none of the suit led, which all can see", async () => {
    const played = (seat, card) => ({ type: "played", seat, card });
    const sight = { trump: "S", bids: [0, 2, 1], tricks: [0, 1, 1] };
    const more = { deal: { sight } };
    const ruff = [played(0, "2H"), played(1, "3S"), played(2, "4H")];
    assert.equal((await told("ascenseur", "ruffed", ruff, more)).player, "Clara");
    assert.equal(await told("ascenseur", "thrown", ruff, more), null);
    const thrown = [played(1, "3H"), played(2, "4D")];
    assert.equal((await told("ascenseur", "thrown", thrown, more)).player, "Hugo");
    assert.equal(await told("ascenseur", "ruffed", thrown, more), null);
    // What came before one's own last card is no news.
    assert.equal(await told("ascenseur", "thrown", [...thrown, played(0, "5H")], more), null);
});

test("ascenseur: who took a trick is told of by the contract, and never oneself", async () => {
    const sight = { trump: "S", bids: [0, 2, 1], tricks: [0, 1, 1] };
    const more = { deal: { sight } };
    const took = (seat) => [
        { type: "played", seat: 0, card: "2H" },
        { type: "trick", seat, card: "KH" },
    ];
    assert.deepEqual(await told("ascenseur", "hunts", took(1), more), { player: "Clara", bid: 2, n: 1 });
    assert.equal(await told("ascenseur", "ducks", took(1), more), null);
    assert.deepEqual(await told("ascenseur", "ducks", took(2), more), { player: "Hugo", bid: 1, n: 0 });
    assert.equal(await told("ascenseur", "ducks", took(0), more), null);
});

test("auf-ab: a pass of another is told while its trick lasts", async () => {
    const lead = { type: "laid", seat: 1, cards: ["0-1"], size: 1 };
    const more = { deal: { sight: { trick: [[1, "0-1 x1"]] } } };
    assert.equal((await told("auf-ab", "passed", [lead, { type: "passed", seat: 2 }], more)).player, "Hugo");
    const over = [{ type: "passed", seat: 2 }, { type: "trick", seat: 1 }, lead];
    assert.equal(await told("auf-ab", "passed", over, more), null);
});

test("dnpup: a flip and a meld taken are told of others, not of oneself", async () => {
    assert.equal((await told("dnpup", "flipped", [{ type: "flipped", seat: 2 }], {})).player, "Hugo");
    assert.equal(await told("dnpup", "flipped", [{ type: "flipped", seat: 0 }], {}), null);
    assert.equal(
        (await told("dnpup", "taken", [{ type: "taken", seat: 1, zone: "2", cards: [] }], {})).player,
        "Clara",
    );
});
