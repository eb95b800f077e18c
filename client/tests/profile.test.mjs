// The words that carry a profile to another device: every root has its own, and no slip goes unnoticed. What
// decisions cost on average.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./modules.mjs";

const { phraseOf, rootOf } = await load("profile/phrase.ts");
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
