// The words that carry a profile to another device: every root has its own, and no slip goes unnoticed. What
// decisions cost on average.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./modules.mjs";

const { phraseOf, rootOf } = await load("profile/phrase.ts");
const { keepOwnCost, withOwnCosts } = await load("profile/own_costs.ts");
const { byGame, meanCost, runningMean } = await load("profile/costs.ts");

const root = "00112233445566778899aabbccddeeff";

test("a root comes back from its words, however they are typed", () => {
    const words = phraseOf(root);
    assert.match(words, /^([bdfghjklmnprstvz][aiou][bdfghjklmnprstvz][aiou][bdfghjklmnprstvz]-?){9}$/);
    for (const typed of [words, words.toUpperCase(), ` ${words.replaceAll("-", "  ")}.\n`, words.replaceAll("-", "")]) {
        assert.equal(rootOf(typed), root);
    }
});

test("proquints are those of everybody: 127.0.0.1 is lusab-babad", () => {
    assert.ok(phraseOf(`7f000001${"0".repeat(24)}`).startsWith("lusab-babad-"));
});

test("one letter that is wrong, missing or doubled is noticed, and so are two that changed places", () => {
    const words = phraseOf(root).replaceAll("-", "");
    let unnoticed = 0;
    for (let place = 0; place < words.length; place++) {
        const before = words.slice(0, place);
        assert.equal(rootOf(before + words.slice(place + 1)), null);
        assert.equal(rootOf(before + words[place] + words.slice(place)), null);
        for (const letter of "abdfghijklmnoprstuvz") {
            if (letter !== words[place] && rootOf(before + letter + words.slice(place + 1)) !== null) unnoticed++;
        }
    }
    assert.equal(unnoticed, 0);
    assert.equal(rootOf(""), null);
    assert.equal(rootOf("é".repeat(45)), null);
});

test("every deal counts the same in the mean cost, and errors of measurement add up as independent ones", () => {
    const match = (game, deals, cost, stderr) => ({ game, deals, cost, stderr });
    const long = match("dnpup", 8, 4, 0.8);
    const short = match("dnpup", 2, 6, 0.6);
    assert.deepEqual(meanCost([long]), { cost: 0.5, range: 0.2 });
    assert.deepEqual(meanCost([long, short]), { cost: 1, range: 0.2 });
    assert.deepEqual(meanCost([]), { cost: 0, range: 0 });
    assert.deepEqual(runningMean([long, short]), [0.5, 1]);
    // The eleventh is the mean of ten.
    assert.equal(runningMean([match("dnpup", 1, 50, 0), ...Array(10).fill(match("dnpup", 1, 3, 0))]).at(-1), 3);
    const other = match("auf-ab", 1, 0, 0);
    assert.deepEqual(byGame([long, other, short]), [
        ["dnpup", [long, short]],
        ["auf-ab", [other]],
    ]);
});

test("a match reviewed in this browser is in one's profile before anybody keeps its review", () => {
    const cost = { replay: "a-1", game: "dnpup", seat: 1, deals: 3, choices: 20, cost: 1.5, stderr: 0.4, worlds: 100 };
    const result = { replay: "a-1", seat: 1, at: 200, undone: true };
    const kept = { ...cost, replay: "b-1", at: 300, undone: false };
    const decisions = { measured: [kept], unmeasured: ["a-1", "c-1"] };
    assert.deepEqual(withOwnCosts(decisions, [result]), decisions);

    keepOwnCost(cost);
    const shown = withOwnCosts(decisions, [result]);
    assert.deepEqual(shown.measured, [{ ...cost, at: 200, undone: true }, kept]);
    assert.deepEqual(shown.unmeasured, ["c-1"]);
    // What the server keeps says more, and another seat's review is not one's own.
    assert.deepEqual(withOwnCosts({ measured: [kept], unmeasured: [] }, [result]).measured, [kept]);
    assert.deepEqual(withOwnCosts(decisions, [{ ...result, seat: 0 }]).measured, [kept]);
});
