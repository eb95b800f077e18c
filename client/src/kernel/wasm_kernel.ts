// A game's kernel as a WebAssembly module: what is asked goes in as text, what was found comes out as
// doubles. native/wasm/border.hpp says how both are laid out.

export type Objective = "points" | "margin" | "win";
/** As the kernels number them. */
const OBJECTIVES: Objective[] = ["points", "margin", "win"];
export type Model = "mixed" | "casual" | "uniform";
const MODELS: Model[] = ["mixed", "casual", "uniform"];
/** Where nothing is said about what may be spent. */
const USUAL_WORLDS = 400;
/** A difference counts once it is this many standard errors, as in `funicular.evaluate`. */
const CLEAR = 2.13;
const QUANTILES = 5;

export interface EvaluationRequest {
    game: string;
    /** What `numbers_text(view)` gives. */
    numbers: string;
    /** 64 bits. */
    seed: bigint | string;
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

export interface MoveValue {
    value: number;
    stderr: number;
    worlds: number;
    /** The chances of what the game is about, and of winning the deal. */
    goal: number;
    won: number;
    /** Whether `goal` is 0 or 1 in every world that the view allows, whatever legal moves follow. */
    certain: boolean;
    quantiles: number[];
    /** How far it lies behind the best, and the standard error of that difference. */
    cost: number;
    costStderr: number;
    /** Whether that is too close to call. */
    close: boolean;
    /** By a kernel: its place among the legal moves, its number, and the moves that follow it most often. */
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

export interface ChoiceRequest {
    game: string;
    numbers: string;
    seed: bigint | string;
    playouts: number;
}

export interface Chosen {
    /** In the order of the legal moves; a move that was not worth trying was tried in no world. */
    moves: { code: bigint; value: number; worlds: number }[];
    best: number;
    playouts: number;
}

/** What a kernel does not take, by the word that `funicular.native.refusals` has for it. */
export class KernelRefusal extends Error {
    override name = "KernelRefusal";
    constructor(readonly reason: string) {
        super(`the kernel refused: ${reason}`);
    }
}

interface Exports {
    memory: WebAssembly.Memory;
    _initialize(): void;
    input(length: number): number;
    output(): number;
    refusal(): number;
    refusal_length(): number;
    evaluate(length: number): number;
    choose(length: number): number;
}

export class WasmKernel {
    #exports: Exports | undefined;
    #module: WebAssembly.Module;

    constructor(module: WebAssembly.Module) {
        this.#module = module;
    }

    evaluate(request: EvaluationRequest): Evaluated {
        const { worlds = request.playouts === undefined ? USUAL_WORLDS : 0, playouts = 0 } = request;
        const objective = OBJECTIVES.indexOf(request.objective ?? "points");
        const only = request.only ?? [];
        const habits = request.habits ?? [];
        const model = MODELS.indexOf(request.model ?? "mixed");
        const asked = [
            ...[seedOf(request.seed), worlds, playouts, objective, request.race ? 1 : 0],
            ...[only.length, ...only],
            ...[model, habits.length, ...habits],
        ];
        const next = reading(this.#ask("evaluate", `${request.numbers} ${asked.join(" ")}`));
        const [best, spent, exact, effective, count] = [next(), next(), next(), next(), next()];
        const moves = times(count, (): MoveValue => {
            const [place, code] = [next(), codeFrom(next)];
            const [value, stderr, tried, goal, won] = [next(), next(), next(), next(), next()];
            const certain = next() === 1 && (goal === 0 || goal === 1);
            // Whether the chance of winning is proved too: nobody is told of that one.
            next();
            const quantiles = times(QUANTILES, next);
            const [cost, costStderr] = [next(), next()];
            const close = cost <= CLEAR * costStderr;
            const line = times(next(), () => ({ seat: next(), code: codeFrom(next) }));
            const chances = { goal, won, certain };
            return { place, value, stderr, worlds: tried, ...chances, quantiles, cost, costStderr, close, code, line };
        });
        return { moves, best, playouts: spent, exact: exact === 1, effective };
    }

    choose(request: ChoiceRequest): Chosen {
        const asked = `${request.numbers} ${seedOf(request.seed)} ${request.playouts}`;
        const next = reading(this.#ask("choose", asked));
        const [best, playouts, count] = [next(), next(), next()];
        return { moves: times(count, () => ({ code: codeFrom(next), value: next(), worlds: next() })), best, playouts };
    }

    #ask(what: "evaluate" | "choose", text: string): Float64Array {
        const kernel = this.#ready();
        try {
            const bytes = new TextEncoder().encode(text);
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

function seedOf(given: bigint | string): bigint {
    const seed = typeof given === "bigint" ? given : /^\d+$/.test(given) ? BigInt(given) : -1n;
    if (seed < 0n || seed >= 1n << 64n) throw new KernelRefusal("seed");
    return seed;
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
