// Lets the client speak a language of the catalogue, for tests that run in Node.
import { readFileSync } from "node:fs";
import { load, root } from "./modules.mjs";

const { speak } = await load("words.svelte.ts");
const FILES = ["board", "speech", "web", "ascenseur", "auf-ab", "dnpup"];

/** The sentences of the browser in this language, and their forms by number. */
function catalogue(lang) {
    const found = {};
    for (const file of FILES) {
        let table = "";
        for (const line of readFileSync(`${root}/../src/funicular/lang/${lang}/${file}.toml`, "utf8").split("\n")) {
            table = /^\[(.+)\]$/.exec(line)?.[1] ?? table;
            const [, key, text] = /^([\w-]+) = (.+)$/.exec(line) ?? [];
            if (!key || !/^(web|number)\b/.test(table)) continue;
            const forms = [...text.matchAll(/(\w+) = "([^"]*)"/g)].map(([, form, sentence]) => [form, sentence]);
            found[`${table}.${key}`] = text.startsWith("{") ? Object.fromEntries(forms) : text.slice(1, -1);
        }
    }
    return found;
}

export async function speaking(lang) {
    const { document, fetch } = globalThis;
    globalThis.document = { documentElement: {}, getElementById: () => null };
    globalThis.fetch = async () => ({ ok: true, json: async () => catalogue(lang) });
    await speak(lang);
    Object.assign(globalThis, { document, fetch });
}
