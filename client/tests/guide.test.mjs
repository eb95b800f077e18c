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
