// What the guidance could say in positions that another program has made: reads a moment a line as JSON
// from the first file, and writes to the second for each the sentences, with their values.
import { readFileSync, writeFileSync } from "node:fs";
import { load } from "./modules.mjs";
import { speaking } from "./speaking.mjs";

const [, , asked, answered] = process.argv;
await speaking("en");
const { GAMES } = await load("games/registry.ts");
const steps = new Map();
for (const { kind, guide } of GAMES) steps.set(kind, await guide.load());

const answers = readFileSync(asked, "utf8")
    .trim()
    .split("\n")
    .map((line) => {
        const now = JSON.parse(line);
        const said = steps.get(now.deal.kind).map(({ name, when }) => [name, when(now)]);
        return JSON.stringify(said.filter(([, values]) => values !== null));
    });
writeFileSync(answered, `${answers.join("\n")}\n`);
