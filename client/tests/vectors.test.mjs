// The page's own check of deals against the known answers of docs/deals-vectors.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load, root } from "./modules.mjs";

const { commitment, DealNumbers } = await load("verify/random.ts");
const { readRecord } = await load("verify/record.ts");
const { verify } = await load("verify/deals.ts");
const { GAMES } = await load("games/registry.ts");

const ways = new Map();
for (const { names, dealing } of GAMES) for (const name of names) ways.set(name, await dealing.load());
const verdictOn = (record, proof) => verify(record, proof, ways.get(record.game) ?? null);

const vectors = JSON.parse(readFileSync(`${root}/../docs/deals-vectors.json`, "utf8"));

for (const { name, seed, deal, nonces, drawn, ...known } of vectors.numbers) {
    test(`numbers: ${name}`, () => {
        assert.equal(commitment(seed), known.commitment);
        const stream = new DealNumbers(seed, deal, nonces);
        const bytes = Array.from({ length: known.stream.length / 2 }, () => stream.bits(8));
        assert.equal(bytes.map((byte) => byte.toString(16).padStart(2, "0")).join(""), known.stream);
        const numbers = new DealNumbers(seed, deal, nonces);
        for (const [kind, size, value] of drawn) {
            assert.equal(Number(kind === "bits" ? numbers.bits(size) : numbers.below(size)), value);
        }
    });
}

for (const [place, { deals, seed, nonces, ...known }] of vectors.deals.entries()) {
    test(`deals ${place}: ${known.game}, ${known.seats} seats`, () => {
        const cards = deals.map(({ hands, dealer, upcard }) => ({
            hands,
            ...(dealer !== null && { dealer }),
            ...(upcard !== null && { upcard }),
        }));
        const proof = { commitment: known.commitment, seed, nonces };
        const { game, seats, options } = known;
        const verdict = verdictOn({ game, seats, options, players: [], deals: cards, proof }, proof);
        assert.ok(verdict.seedMatches);
        assert.deepEqual(
            verdict.deals.map(({ same }) => same),
            [true, true, true],
        );
    });
}

// What the page comes to, in the words of docs/deals.md.
function said(record) {
    if (record === null) return "not-a-record";
    if (record.proof === null) return "no-proof";
    const { seedMatches, deals } = verdictOn(record, record.proof);
    if (!seedMatches) return "other-seed";
    return deals.every(({ same }) => same) ? "follows" : "other-cards";
}

for (const { name, says, deals, record } of vectors.records) {
    test(`record: ${name}`, () => {
        const read = readRecord(JSON.stringify(record));
        if (says === "not-a-record") {
            // The page only tells apart what it can show: it must not pass.
            assert.ok(["not-a-record", "no-proof", "other-seed"].includes(said(read)));
        } else {
            assert.equal(said(read), says);
        }
        if (deals !== null) {
            assert.deepEqual(
                verdictOn(read, read.proof).deals.map(({ same }) => same),
                deals,
            );
        }
    });
}
