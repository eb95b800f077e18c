// A game's kernel as a WebAssembly module: what is asked goes in as words of 32 bits, what was found comes
// out as doubles. native/wasm/border.hpp says how both are laid out.
import type { AccountsShown, JudgedShown, MoveMeasured } from "../protocol";

export type Objective = "points" | "margin" | "win";
/** As the kernels number them. */
const OBJECTIVES: Objective[] = ["points", "margin", "win"];
export type Model = "mixed" | "casual" | "uniform";
const MODELS: Model[] = ["mixed", "casual", "uniform"];
/** Where nothing is said about what may be spent. */
const USUAL_WORLDS = 400;
const QUANTILES = 5;

/** A question about a view. */
interface Seen {
    game: string;
    /** What `view_numbers(view)` gives, in base64. */
    numbers: string;
    /** 64 bits. */
    seed: bigint | string;
}

export interface EvaluationRequest extends Seen {
    /** One of the two; 400 worlds if there is neither. */
    worlds?: number;
    playouts?: number;
    objective?: Objective;
    /** Whether moves drop out once they are clearly behind. */
    race?: boolean;
    /** Places in the list of legal moves, in their order; all of them if it is left out. */
    only?: number[];
    /** How worlds are weighed by what the others chose: as `funicular.evaluate` says it; "mixed" if left out. */
    model?: Model;
    /** For each of six seats a share of each type of players, as whole numbers in a row; the prior if left out. */
    habits?: number[];
}

/** By a kernel: with its place among the legal moves, its number, and the moves that follow it most often. */
export interface MoveValue extends MoveMeasured {
    place?: number;
    code?: bigint;
    line?: { seat: number; code: bigint }[];
}

export interface Evaluated {
    /** In the order of the legal moves. */
    moves: MoveValue[];
    /** The place in `moves` of the best. */
    best: number;
    playouts: number;
    /** Whether the values are exact, and no estimates. */
    exact: boolean;
    /** How many worlds those are worth that were visited, some of them again and again. */
    effective?: number;
}

export interface ChoiceRequest extends Seen {
    playouts: number;
}

export interface Chosen {
    /** In the order of the legal moves; a move that was not worth trying was tried in no world. */
    moves: { code: bigint; value: number; worlds: number }[];
    best: number;
    playouts: number;
}

/** What a decision of a match cost; the seed is that of the whole review. */
export interface JudgeRequest extends Seen {
    /** The place of the move made among the legal ones. */
    made: number;
    deal: number;
    ply: number;
    worlds: number;
}

/** Where the points of a match came from, as far as its choices are judged. */
export interface AccountsRequest {
    game: string;
    seats: number;
    /** What each deal brought; null if it was broken off. */
    deals: readonly (readonly number[] | null)[];
    choices: readonly { deal: number; seat: number; judged: JudgedShown | null }[];
}

/** What may be asked, and what is answered. */
export interface Questions {
    evaluate: [EvaluationRequest, Evaluated];
    choose: [ChoiceRequest, Chosen];
    judge: [JudgeRequest, JudgedShown];
    accounts: [AccountsRequest, AccountsShown];
}

/** What a kernel does not take, by the word that `funicular.native.refusals` has for it. */
export class KernelRefusal extends Error {
    override name = "KernelRefusal";
    constructor(readonly reason: string) {
        super(`the kernel refused: ${reason}`);
    }
}

type Exports = Record<keyof Questions, (length: number) => number> & {
    memory: WebAssembly.Memory;
    _initialize(): void;
    input(length: number): number;
    output(): number;
    refusal(): number;
    refusal_length(): number;
};

export class WasmKernel {
    #exports: Exports | undefined;
    #module: WebAssembly.Module;

    constructor(module: WebAssembly.Module) {
        this.#module = module;
    }

    evaluate(request: EvaluationRequest): Evaluated {
        const { worlds = request.playouts === undefined ? USUAL_WORLDS : 0, playouts = 0, only = [] } = request;
        const { model = "mixed", habits = [] } = request;
        const asked = new Words(request.numbers)
            .long(request.seed)
            .add(worlds, playouts, OBJECTIVES.indexOf(request.objective ?? "points"), Number(request.race ?? false))
            .add(only.length, ...only)
            .add(MODELS.indexOf(model), habits.length, ...habits);
        const next = reading(this.#ask("evaluate", asked));
        const [best, spent, exact, effective, count] = [next(), next(), next(), next(), next()];
        const moves = times(count, (): MoveValue => {
            const [place, code] = [next(), codeFrom(next)];
            const [value, stderr, tried, goal, won] = [next(), next(), next(), next(), next()];
            const certain = next() === 1 && (goal === 0 || goal === 1);
            // Whether the chance of winning is proved too: nobody is told of that one.
            next();
            const quantiles = times(QUANTILES, next);
            const [cost, cost_stderr, close] = [next(), next(), next() === 1];
            const line = times(next(), () => ({ seat: next(), code: codeFrom(next) }));
            const chances = { goal, won, certain };
            return { place, value, stderr, worlds: tried, ...chances, quantiles, cost, cost_stderr, close, code, line };
        });
        return { moves, best, playouts: spent, exact: exact === 1, effective };
    }

    choose(request: ChoiceRequest): Chosen {
        const asked = new Words(request.numbers).long(request.seed).add(request.playouts);
        const next = reading(this.#ask("choose", asked));
        const [best, playouts, count] = [next(), next(), next()];
        return { moves: times(count, () => ({ code: codeFrom(next), value: next(), worlds: next() })), best, playouts };
    }

    judge({ numbers, made, seed, deal, ply, worlds }: JudgeRequest): JudgedShown {
        const next = reading(this.#ask("judge", new Words(numbers).add(made).long(seed).add(deal, ply, worlds)));
        const [best, difference, stderr, value, best_value] = [next(), next(), next(), next(), next()];
        const [goal, best_goal, won, best_won] = [next(), next(), next(), next()];
        return { best, difference, stderr, value, best_value, goal, best_goal, won, best_won };
    }

    accounts({ seats, deals, choices }: AccountsRequest): AccountsShown {
        const asked = new Words().add(seats, deals.length);
        for (const points of deals) asked.add(points?.length ?? 0, ...(points ?? []));
        asked.add(choices.length);
        for (const { deal, seat, judged } of choices)
            asked
                .add(deal, seat, Number(judged !== null))
                .doubles(judged?.difference ?? 0, judged?.stderr ?? 0, judged?.best_value ?? 0);
        const next = reading(this.#ask("accounts", asked));
        const accounts = times(next(), () => {
            const [deal, seat, result, cards, play] = [next(), next(), next(), next(), next()];
            return { deal, seat, result, cards, play, luck: next(), mistakes: next() };
        });
        return { accounts, close: choices.map(() => next() === 1) };
    }

    #ask(what: keyof Questions, asked: Words): Float64Array {
        const kernel = this.#ready();
        try {
            const { bytes } = asked;
            // Making room may move the memory, so its address comes first.
            const at = kernel.input(bytes.length);
            new Uint8Array(kernel.memory.buffer, at, bytes.length).set(bytes);
            const length = kernel[what](bytes.length);
            return new Float64Array(kernel.memory.buffer, kernel.output(), length).slice();
        } catch (error) {
            // An instance that has trapped may be in any state: the next question gets a new one.
            this.#exports = undefined;
            if (!(error instanceof WebAssembly.RuntimeError)) throw error;
            const reason = new Uint8Array(kernel.memory.buffer, kernel.refusal(), kernel.refusal_length());
            throw new KernelRefusal(new TextDecoder().decode(reason) || "trap");
        }
    }

    #ready(): Exports {
        if (!this.#exports) {
            this.#exports = new WebAssembly.Instance(this.#module).exports as unknown as Exports;
            this.#exports._initialize();
        }
        return this.#exports;
    }
}

/** The kernel that plays a game: games that differ by their deck, the number at the end, share one. */
export const kernelName = (game: string): string => game.replace(/-\d+$/, "");

/** What is asked: the numbers of a view perhaps, and words of 32 bits behind them, the lowest byte first. */
class Words {
    #view: string;
    #more: number[] = [];

    constructor(numbers = "") {
        try {
            this.#view = atob(numbers);
        } catch {
            throw new KernelRefusal("position");
        }
    }

    add(...numbers: number[]): this {
        for (const number of numbers) {
            if (!Number.isInteger(number) || Math.abs(number) >= 2 ** 31) throw new KernelRefusal("position");
            this.#more.push(number);
        }
        return this;
    }

    /** 64 bits are two words, the lower one first. */
    long(given: bigint | string): this {
        const number = typeof given === "bigint" ? given : /^\d+$/.test(given) ? BigInt(given) : -1n;
        if (number < 0n || number >= 1n << 64n) throw new KernelRefusal("seed");
        this.#more.push(Number(BigInt.asIntN(32, number)), Number(BigInt.asIntN(32, number >> 32n)));
        return this;
    }

    doubles(...numbers: number[]): this {
        const halves = new DataView(new ArrayBuffer(8));
        for (const number of numbers) {
            halves.setFloat64(0, number, true);
            this.#more.push(halves.getInt32(0, true), halves.getInt32(4, true));
        }
        return this;
    }

    get bytes(): Uint8Array {
        const view = Uint8Array.from(this.#view, (byte) => byte.charCodeAt(0));
        const bytes = new Uint8Array(view.length + 4 * this.#more.length);
        bytes.set(view);
        const words = new DataView(bytes.buffer, view.length);
        this.#more.forEach((word, place) => words.setInt32(4 * place, word, true));
        return bytes;
    }
}

/** One number after the other. */
function reading(numbers: Float64Array): () => number {
    let place = 0;
    return () => numbers[place++]!;
}

const codeFrom = (next: () => number): bigint => (BigInt(next()) << 32n) | BigInt(next());

function times<T>(count: number, make: () => T): T[] {
    return Array.from({ length: count }, make);
}
