// A hint says the same here as in Python, of the same values, in every language
// (tests/review/hint_vectors.py writes them).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load, root } from "./modules.mjs";

const { speak } = await load("words.svelte.ts");
const { hintText } = await load("coach/hint_words.ts");
const { words, hints } = JSON.parse(readFileSync(`${root}/tests/hint_vectors.json`, "utf8"));

async function inWords(lang, what) {
    const { document, fetch } = globalThis;
    globalThis.document = { documentElement: {}, getElementById: () => null };
    globalThis.fetch = async () => ({ ok: true, json: async () => words[lang] });
    await speak(lang);
    Object.assign(globalThis, { document, fetch });
    what();
}

test("hints are worded as in Python", async () => {
    const said = new Set();
    for (const lang of Object.keys(words)) {
        await inWords(lang, () => {
            for (const { spoken, text, ...measured } of hints) {
                assert.equal(hintText({ ...measured, spoken: spoken[lang] }), text[lang]);
                said.add(text[lang]);
            }
        });
    }
    assert.ok(said.size > 60);
});
