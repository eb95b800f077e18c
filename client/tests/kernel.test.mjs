// The kernels in the browser: answers, accounts, refusals, and the queue in front of the worker.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { load, root } from "./modules.mjs";

const { KernelRefusal, WasmKernel, kernelName } = await load("kernel/wasm_kernel.ts");
const { KernelMissing, available, choose, evaluate, judge } = await load("kernel/kernel.ts");

const compiled = new WebAssembly.Module(readFileSync(`${root}/src/kernel/modules/ascenseur.wasm`));
// Three seats, one card each, the ace of trumps in hand: the first bid of a round that is solved.
const QUESTION = {
    game: "ascenseur-52",
    numbers: "AwAAAP7//////w8AAAAAAAEAAAABAAAAAQAAAAEAAAAAAAAAAAAAAAAAAAAAAAgAAQAAAAIAAAAuAAAAAAAAAA==",
    seed: 7n,
    worlds: 50,
};

test("both decks of Ascenseur share a kernel", () => {
    assert.deepEqual(["ascenseur-52", "ascenseur-32", "auf-ab"].map(kernelName), ["ascenseur", "ascenseur", "auf-ab"]);
});

test("a kernel goes on after a refusal, in a new instance", () => {
    const kernel = new WasmKernel(compiled);
    for (const [change, reason] of [
        [{ numbers: "" }, "position"],
        [{ numbers: "no base64" }, "position"],
        [{ numbers: `${QUESTION.numbers.slice(0, -4)}AAEAAAA=` }, "position"],
        [{ worlds: 2.5 }, "position"],
        [{ worlds: 1 }, "evaluation-worlds"],
        [{ only: [5] }, "candidates"],
        [{ seed: "-1" }, "seed"],
    ]) {
        assert.throws(
            () => kernel.evaluate({ ...QUESTION, ...change }),
            (error) => {
                assert.ok(error instanceof KernelRefusal);
                return assert.equal(error.reason, reason) ?? true;
            },
        );
        assert.deepEqual(kernel.evaluate(QUESTION), kernel.evaluate(QUESTION));
    }
});

test("what is solved is exact", () => {
    const found = new WasmKernel(compiled).evaluate(QUESTION);
    assert.ok(found.exact);
    assert.deepEqual(
        found.moves.map(({ value, goal, worlds, place }) => [value, goal, worlds, place]),
        [
            [-1, 0, 50, 0],
            [2, 1, 50, 1],
        ],
    );
    assert.equal(found.best, 1);
    assert.deepEqual([found.moves[0].cost, found.moves[0].close, found.moves[1].close], [3, false, true]);
});

test("a decision is judged by the same kernel", () => {
    const kernel = new WasmKernel(compiled);
    const asked = { ...QUESTION, seed: 0n, deal: 0, ply: 0 };
    const chances = { goal: 1, best_goal: 1 };
    const right = kernel.judge({ ...asked, made: 1 });
    assert.deepEqual(
        { ...right, won: 0, best_won: 0 },
        {
            ...{ best: 1, difference: 0, stderr: 0, value: 2, best_value: 2, won: 0, best_won: 0 },
            ...chances,
        },
    );
    const wrong = kernel.judge({ ...asked, made: 0 });
    assert.deepEqual([wrong.best, wrong.difference, wrong.stderr, wrong.value], [1, 3, 0, -1]);
    assert.throws(() => kernel.judge({ ...asked, made: 2 }), { reason: "candidates" });
});

const row = (difference, stderr, best_value) => ({ difference, stderr, best_value });

test("cards, decisions and luck make the points; a deal counts once all of its choices are measured", () => {
    const found = new WasmKernel(compiled).accounts({
        game: "ascenseur-52",
        seats: 3,
        deals: [[4, -1, 2], null],
        choices: [
            { deal: 0, seat: 0, judged: row(1, 0.1, 6) },
            { deal: 0, seat: 0, judged: row(-0.5, 1, 2) },
            { deal: 0, seat: 1, judged: null },
            { deal: 1, seat: 0, judged: row(1, 0.1, 2) },
        ],
    });
    assert.deepEqual(found, {
        accounts: [
            { deal: 0, seat: 0, result: 4, cards: 6, play: -0.5, luck: -1.5, mistakes: 1 },
            // Without a choice all came from the cards.
            { deal: 0, seat: 2, result: 2, cards: 2, play: 0, luck: 0, mistakes: 0 },
        ],
        close: [false, true, true, false],
    });
    const odd = { game: "ascenseur-52", seats: 3, deals: [[1, 2]], choices: [] };
    assert.throws(() => new WasmKernel(compiled).accounts(odd), { reason: "position" });
});

// A worker that answers as ours does, from a kernel at hand; only what the page sees of it is real.
class FakeWorker {
    static started = 0;
    static broken = false;
    asked = [];
    constructor() {
        FakeWorker.started += 1;
    }
    postMessage(question) {
        this.asked.push(question.id);
        queueMicrotask(() => {
            if (FakeWorker.broken) return this.onerror({ preventDefault() {}, message: "no script" });
            const kernel = new WasmKernel(compiled);
            try {
                this.onmessage({ data: { id: question.id, found: kernel[question.what](question.request) } });
            } catch (error) {
                this.onmessage({ data: { id: question.id, refused: error.reason } });
            }
        });
    }
    terminate() {
        this.onmessage = this.onerror = () => {};
    }
}

test("without workers the kernels are not available, and say so", async () => {
    assert.equal(available(), false);
    await assert.rejects(evaluate(QUESTION), KernelMissing);
});

test("questions wait for one another, and can be taken back", async () => {
    globalThis.Worker = FakeWorker;
    after(() => delete globalThis.Worker);
    assert.ok(available());
    const stop = new AbortController();
    const first = evaluate(QUESTION);
    const second = evaluate({ ...QUESTION, numbers: "" });
    const third = evaluate(QUESTION, stop.signal);
    const fourth = choose({ ...QUESTION, playouts: 20 });
    stop.abort();
    await assert.rejects(third, { name: "AbortError" });
    await assert.rejects(second, KernelRefusal);
    assert.equal((await first).moves.length, 2);
    assert.equal((await fourth).moves.length, 2);
    assert.equal((await judge({ ...QUESTION, made: 0, deal: 0, ply: 0 })).best, 1);
    await assert.rejects(evaluate(QUESTION, stop.signal), { name: "AbortError" });
    assert.equal(FakeWorker.started, 1);
    FakeWorker.broken = true;
    const both = await Promise.allSettled([evaluate(QUESTION), evaluate(QUESTION)]);
    assert.deepEqual(
        both.map(({ reason }) => reason.name),
        ["KernelMissing", "KernelMissing"],
    );
    FakeWorker.broken = false;
    assert.equal((await evaluate(QUESTION)).best, 1);
});
