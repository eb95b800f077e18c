// The words that carry a profile to another device: every root has its own, and no slip goes unnoticed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./modules.mjs";

const { phraseOf, rootOf } = await load("profile/phrase.ts");

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
