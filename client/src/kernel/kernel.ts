// What moves are worth, thought out in the player's own browser: the kernels of `funicular.evaluate`,
// compiled to WebAssembly, in a worker. The same numbers, seed and budget give the same values as on
// the server, to the last bit (docs/evaluation.md).
//
// The worker is started by the first question and takes one after the other. Where `available` is
// false (no WebAssembly or no workers, which are also what a strict browser profile switches off), or
// a promise fails with KernelMissing, the server can be asked instead, within its limits.
import { KernelRefusal } from "./wasm_kernel";
import type { AccountsShown, JudgedShown } from "../protocol";
import type {
    AccountsRequest,
    ChoiceRequest,
    Chosen,
    Evaluated,
    EvaluationRequest,
    JudgeRequest,
    Questions,
} from "./wasm_kernel";
import type { Answer, Found, Question } from "./worker";

export { KernelRefusal } from "./wasm_kernel";
export type { Evaluated, EvaluationRequest, MoveValue } from "./wasm_kernel";

/** The kernels could not be loaded or started. */
export class KernelMissing extends Error {
    override name = "KernelMissing";
}

interface Waiting {
    question: Question;
    found: (value: Found) => void;
    failed: (error: unknown) => void;
}

let worker: Worker | undefined;
let asked: Waiting | undefined;
let waiting: Waiting[] = [];
let number = 0;

export function available(): boolean {
    return typeof WebAssembly === "object" && typeof Worker === "function";
}

/** What every legal move is worth. Aborted, a question that waits is dropped, and an answer ignored. */
export const evaluate = (request: EvaluationRequest, signal?: AbortSignal): Promise<Evaluated> =>
    ask("evaluate", request, signal);

/** The move that the search of `strong` takes with so many playouts. */
export const choose = (request: ChoiceRequest, signal?: AbortSignal): Promise<Chosen> => ask("choose", request, signal);

/** What a decision cost. */
export const judge = (request: JudgeRequest, signal?: AbortSignal): Promise<JudgedShown> =>
    ask("judge", request, signal);

/** Where points came from, and which decisions are too close to call. */
export const accounts = (request: AccountsRequest): Promise<AccountsShown> => ask("accounts", request);

function ask<What extends keyof Questions>(
    what: What,
    request: Questions[What][0],
    signal?: AbortSignal,
): Promise<Questions[What][1]> {
    const question = { id: ++number, what, request } as Question;
    const taken = () => {
        const mine = waiting.find((each) => each.question === question) ?? asked;
        waiting = waiting.filter((each) => each !== mine);
        if (mine?.question === question) mine.failed(signal?.reason);
    };
    const answer = new Promise<Found>((found, failed) => {
        if (signal?.aborted) return failed(signal.reason as Error);
        if (!available()) return failed(new KernelMissing("no WebAssembly, or no workers"));
        signal?.addEventListener("abort", taken);
        waiting.push({ question, found, failed });
        askNext();
    });
    return answer.finally(() => signal?.removeEventListener("abort", taken));
}

function askNext(): void {
    if (asked || !waiting.length) return;
    asked = waiting.shift()!;
    try {
        (worker ??= started()).postMessage(asked.question);
    } catch (error) {
        fail(error);
    }
}

function started(): Worker {
    const fresh = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    fresh.onmessage = ({ data }: MessageEvent<Answer>) => {
        if (data.id !== asked?.question.id) return;
        const { found, failed } = asked;
        asked = undefined;
        if ("found" in data) found(data.found);
        else failed("refused" in data ? new KernelRefusal(data.refused) : new KernelMissing(data.failed));
        askNext();
    };
    // The script of the worker could not be loaded, or died of something unforeseen.
    fresh.onerror = (event) => {
        event.preventDefault();
        fail(new KernelMissing(event.message || "the worker did not start"));
    };
    return fresh;
}

/** Gives up on the worker and on what it was asked; the next question starts another. */
function fail(error: unknown): void {
    const lost = asked;
    worker?.terminate();
    worker = asked = undefined;
    lost?.failed(error);
    askNext();
}
