// A match being reviewed: its positions, what is measured of them so far, and the measuring itself, which goes
// on in a worker, decision by decision, until it is done or stopped.
import { ask, Refused } from "../api";
import type { AccountsShown, JudgedHere, JudgedShown, PositionsShown, ReviewHandedIn, ReviewKept } from "../protocol";
import { personHeaders } from "../people/person";
import { lang, say } from "../words.svelte";
import { type Account, accountsOf, type Choice, choicesOf } from "./accounts";
import { columnsOf, rowsOf, SEED, WORLDS } from "./columns";
import { keepJudged, keptJudged } from "./kept";

type Kernel = typeof import("../kernel/kernel");

/** What a page shows of it changes at most this often, and is kept this often, in milliseconds. */
const SHOWN_EACH = 250;
const KEPT_EACH = 2000;
/** Decisions that the server is asked to measure at once, where the browser cannot. */
const BY_SERVER = 4;
/** Seconds before a busy server is asked again. */
const PATIENCE = 3;

const rest = (seconds: number): Promise<void> => new Promise((on) => setTimeout(on, 1000 * seconds));

/** What is asked of a server that may be busy: again after a while, as long as it is wanted. */
async function patiently<T>(
    path: string,
    request: RequestInit,
    wanted: () => boolean,
    waits: (yes: boolean) => void,
): Promise<T> {
    for (;;) {
        try {
            return await ask<T>(path, request);
        } catch (error) {
            const later =
                error instanceof Refused && (error.refusal.code === "busy" || error.refusal.code === "too-fast");
            if (!later || !wanted()) throw error;
            waits(true);
            await rest(PATIENCE);
        } finally {
            waits(false);
        }
    }
}

/** The parts of a long match as one: each part numbers the moves by itself. */
function joined(parts: PositionsShown[]): PositionsShown {
    const [first, ...others] = parts as [PositionsShown, ...PositionsShown[]];
    const whole = { ...first, moves: [...first.moves], words: [...first.words], decisions: [...first.decisions] };
    for (const part of others) {
        const before = whole.moves.length;
        whole.moves.push(...part.moves);
        whole.words.push(...part.words);
        whole.decisions.push(
            ...part.decisions.map((each) => ({ ...each, legal: each.legal.map((place) => place + before) })),
        );
    }
    return whole;
}

export class Reviewing {
    positions = $state.raw<PositionsShown | null>(null);
    judged = $state.raw<(JudgedShown | null)[]>([]);
    worlds = $state<number>(WORLDS[0]);
    problem = $state("");
    running = $state(false);
    stopped = $state(false);
    waiting = $state(false);
    /** Whether somebody else's browser has measured it. */
    fromLink = $state(false);
    sharing = $state<"no" | "under-way" | "done">("no");
    /** Whether the server had one that is as good, and has kept that. */
    thereBefore = $state(false);
    shareProblem = $state("");
    byServer = $state(false);

    #reckoned = $state.raw<AccountsShown>({ accounts: [], close: [] });

    readonly choices: Choice[] = $derived.by(() =>
        this.positions
            ? choicesOf(this.positions).map((at, place) => ({
                  place,
                  at,
                  judged: this.judged[place] ?? null,
                  close: this.#reckoned.close[place] ?? true,
              }))
            : [],
    );
    readonly accounts: Account[] = $derived(this.#reckoned.accounts);

    /** Of one's attempt at a daily deal, whose cards others still play: one's own decisions are all there is. */
    readonly alone: boolean;

    #stop: AbortController | null = null;
    #gone = false;

    constructor(
        readonly id: string,
        /** Whose decisions come first; null for nobody's. */
        readonly seat: number | null,
    ) {
        this.alone = id.startsWith("daily-");
        $effect(() => {
            const language = lang();
            void this.#load(language);
        });
        $effect(() => () => {
            this.#gone = true;
            this.stop();
        });
    }

    get #path(): string {
        return `/api/${this.alone ? "challenges" : "replays"}/${encodeURIComponent(this.id)}`;
    }

    /** How many choices of this seat there are, and how many of them are measured. */
    counted(seat: number | null): { done: number; n: number } {
        const own = this.choices.filter(({ at }) => seat === null || at.seat === seat);
        return { done: own.filter(({ judged }) => judged).length, n: own.length };
    }

    get complete(): boolean {
        return this.positions !== null && this.choices.every(({ judged }) => judged);
    }

    /** What this seat is called: by its player's name, and oneself as such. */
    called(seat: number): string {
        return seat === this.seat ? say("web.board.you") : (this.positions?.players[seat] ?? "");
    }

    words(choice: Choice, place: number): string {
        return this.positions?.words[choice.at.legal[place] ?? -1] ?? "";
    }

    async #load(language: string): Promise<void> {
        try {
            const told = this.seat === null ? "" : `&seat=${this.seat}`;
            const path = `${this.#path}/positions?lang=${language}${told}`;
            const wanted = (): boolean => !this.#gone;
            const waits = (yes: boolean): void => void (this.waiting = yes);
            const request = this.alone ? { headers: personHeaders() } : {};
            const parts = [await patiently<PositionsShown>(path, request, wanted, waits)];
            for (let part = 2; part <= parts[0]!.parts; part++)
                parts.push(await patiently(`${path}&part=${part}`, request, wanted, waits));
            const fresh = this.positions === null;
            const positions = joined(parts);
            if (fresh) {
                await this.#look(choicesOf(positions).length);
                this.#reckoned = await accountsOf(positions, this.judged);
            }
            this.positions = positions;
            if (fresh && this.seat !== null && this.counted(this.seat).done < this.counted(this.seat).n)
                void this.measure(this.seat);
        } catch (error) {
            this.problem = error instanceof Refused ? error.message : String(error);
        }
    }

    /** What is known already: the most precise whole review, or whatever was begun here. */
    async #look(length: number): Promise<void> {
        const none = { review: null };
        const { review } = this.alone ? none : await ask<ReviewKept>(`${this.#path}/review`).catch(() => none);
        for (const worlds of [...WORLDS].reverse()) {
            const own = await keptJudged(this.id, worlds);
            const whole = own?.length === length && own.every(Boolean);
            if (review?.worlds === worlds && review.best.length === length && !whole) {
                this.judged = rowsOf(review);
                this.worlds = worlds;
                this.fromLink = true;
                this.sharing = "done";
                return;
            }
            if (own?.length === length) {
                this.judged = own;
                this.worlds = worlds;
                this.sharing = review && review.worlds >= worlds ? "done" : "no";
                return;
            }
        }
        this.judged = Array<null>(length).fill(null);
    }

    /** Measure the decisions of a seat, or of all, the own ones first; what is measured stays. */
    async measure(seat: number | null): Promise<void> {
        if (this.running || !this.positions) return;
        const stop = (this.#stop = new AbortController());
        this.running = true;
        this.stopped = false;
        this.fromLink = false;
        const own = (choice: Choice): number => (choice.at.seat === this.seat ? 0 : 1);
        const left = this.choices
            .filter(({ at, judged }) => !judged && (seat === null || at.seat === seat))
            .sort((a, b) => own(a) - own(b) || a.place - b.place);
        try {
            await this.#measureAll(left, stop.signal);
        } catch (error) {
            if (!stop.signal.aborted) this.problem = error instanceof Refused ? error.message : String(error);
        } finally {
            this.running = false;
            this.stopped = stop.signal.aborted;
        }
    }

    async #measureAll(left: Choice[], signal: AbortSignal): Promise<void> {
        const kernel = await import("../kernel/kernel");
        this.byServer = !kernel.available();
        if (this.byServer && this.worlds !== WORLDS[0]) this.#begin(WORLDS[0]);
        const judged = [...this.judged];
        let shown = performance.now();
        let kept = shown;
        const keep = (): Promise<void> => keepJudged(this.id, this.worlds, judged);
        try {
            for (let next = 0; next < left.length && !signal.aborted;) {
                const some = left.slice(next, next + (this.byServer ? BY_SERVER : 1));
                let found: JudgedShown[];
                try {
                    found = this.byServer
                        ? await this.#judgedByServer(some, signal)
                        : [await this.#judgedHere(some[0]!, kernel.judge, signal)];
                } catch (error) {
                    // A browser may refuse to start the worker only once it is asked to.
                    if (
                        this.byServer ||
                        signal.aborted ||
                        (error as Error).name !== "KernelMissing" ||
                        this.worlds !== WORLDS[0]
                    )
                        throw error;
                    this.byServer = true;
                    continue;
                }
                found.forEach((each, i) => (judged[some[i]!.place] = each));
                next += some.length;
                const now = performance.now();
                if (now - shown > SHOWN_EACH) {
                    // A server is asked to add up what there is only at the end.
                    if (this.byServer) this.judged = [...judged];
                    else await this.#show([...judged]);
                    shown = now;
                }
                if (now - kept > KEPT_EACH) {
                    await keep();
                    kept = now;
                }
            }
        } finally {
            await keep();
            await this.#show(judged);
        }
    }

    /** What is measured so far, with what follows from it. */
    async #show(judged: (JudgedShown | null)[]): Promise<void> {
        this.#reckoned = await accountsOf(this.positions!, judged);
        this.judged = judged;
    }

    #judgedHere({ at }: Choice, judge: Kernel["judge"], signal: AbortSignal): Promise<JudgedShown> {
        const { deal, ply, made, numbers } = at;
        const { game } = this.positions!;
        const asked = { game, numbers: numbers ?? "", seed: BigInt(SEED), made, deal, ply, worlds: this.worlds };
        return judge(asked, signal);
    }

    async #judgedByServer(some: Choice[], signal: AbortSignal): Promise<JudgedShown[]> {
        const body = JSON.stringify({ places: some.map(({ place }) => place) });
        const request = { method: "POST", headers: { "content-type": "application/json" }, body, signal };
        const wanted = (): boolean => !signal.aborted;
        const { judged } = await patiently<JudgedHere>(
            `${this.#path}/review?lang=${lang()}`,
            request,
            wanted,
            (yes) => (this.waiting = yes),
        );
        return judged;
    }

    stop(): void {
        this.#stop?.abort();
    }

    /** Begin anew in this many worlds; what was measured in others stays kept. */
    #begin(worlds: number): void {
        this.worlds = worlds;
        this.judged = Array<null>(this.judged.length).fill(null);
        this.#reckoned = { accounts: [], close: [] };
        this.fromLink = false;
        this.sharing = "no";
        this.shareProblem = "";
    }

    async measureAnew(worlds: number): Promise<void> {
        this.#begin(worlds);
        const own = await keptJudged(this.id, worlds);
        if (own?.length === this.judged.length) await this.#show(own);
        await this.measure(null);
    }

    /** Let the server keep it for whoever has the link. */
    async share(): Promise<void> {
        if (!this.complete) await this.measure(null);
        if (!this.complete) return;
        this.sharing = "under-way";
        this.shareProblem = "";
        try {
            const body = JSON.stringify(
                columnsOf(
                    this.judged.filter((each) => each !== null),
                    this.worlds,
                ),
            );
            const { kept } = await ask<ReviewHandedIn>(`${this.#path}/review?lang=${lang()}`, {
                method: "PUT",
                headers: { "content-type": "application/json" },
                body,
            });
            this.sharing = "done";
            this.thereBefore = !kept;
        } catch (error) {
            this.sharing = "no";
            this.shareProblem = error instanceof Refused ? error.message : String(error);
        }
    }
}
