// Runs every test of this folder in one process, so that the client's modules are made ready once.
import { readdirSync } from "node:fs";
import { test } from "node:test";

// Node takes a run for finished once all tests that it knows are done, and refuses those of a file that
// was slow to load. So a first test goes on until every file is loaded.
let loaded;
const all = new Promise((done) => (loaded = done));
test("every file of tests is loaded", () => all);
for (const file of readdirSync(new URL(".", import.meta.url)).sort()) {
    if (file.endsWith(".test.mjs")) await import(`./${file}`);
}
loaded();
