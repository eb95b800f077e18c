// The kernels in the browser: seeds, answers, refusals, and the queue in front of the worker.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { load, root } from "./modules.mjs";

const { KernelRefusal, WasmKernel, kernelName } = await load("kernel/wasm_kernel.ts");
const { KernelMissing, available, choose, decisionSeed, evaluate, splitmix64 } = await load("kernel/kernel.ts");

const compiled = new WebAssembly.Module(readFileSync(`${root}/src/kernel/modules/ascenseur.wasm`));
// Three seats, one card each, the ace of trumps in hand: the first bid of a round that is solved.
const QUESTION = {
    game: "ascenseur-52",
    numbers: "3 4503599627370494 0 1 1 1 1 0 0 2251799813685248 1 2 46 0",
    seed: 7n,
    worlds: 50,
};

test("seeds are those of funicular.core.seeds", () => {
    assert.deepEqual([decisionSeed(0, 0, 0), decisionSeed(0n, 0, 1)], [2558736989570252433n, 4764156602392020899n]);
    const words = splitmix64(1234567n);
    assert.deepEqual([words.next().value, words.next().value], [6457827717110365317n, 3203168211198807973n]);
    assert.equal(decisionSeed(-1, 2, 3), decisionSeed((1n << 64n) - 1n, 2, 3));
});

test("both decks of Ascenseur share a kernel", () => {
    assert.deepEqual(["ascenseur-52", "ascenseur-32", "auf-ab"].map(kernelName), ["ascenseur", "ascenseur", "auf-ab"]);
});

test("a kernel goes on after a refusal, in a new instance", () => {
    const kernel = new WasmKernel(compiled);
    for (const [change, reason] of [
        [{ numbers: "" }, "position"],
        [{ numbers: `${QUESTION.numbers} 1` }, "limit"],
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
    const second = evaluate({ ...QUESTION, numbers: "1" });
    const third = evaluate(QUESTION, stop.signal);
    const fourth = choose({ ...QUESTION, playouts: 20 });
    stop.abort();
    await assert.rejects(third, { name: "AbortError" });
    await assert.rejects(second, KernelRefusal);
    assert.equal((await first).moves.length, 2);
    assert.equal((await fourth).moves.length, 2);
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
