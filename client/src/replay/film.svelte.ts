// Watching a match again: which deal, which move of it, from which seat, running or not. The address
// of the page says the same, so that a link leads to a move.
import { announce } from "../announce";
import { ask, refusalOf } from "../api";
import type { AnyDeal, Refusal, Told } from "../deal";
import type { AnyFilm } from "../games/registry";
import type { ReplayShown, TableShown } from "../protocol";
import { noteInAddress, place } from "../router.svelte";
import { aloud } from "../speech/aloud";
import { lang } from "../words.svelte";
import { type AnyFrame, wholeFilm } from "./whole_film";

/** How long a running film rests at a move, and where a trick or more has ended. */
const REST = 1300;
const LONG_REST = 2900;

export class Film {
    replay = $state.raw<ReplayShown | null>(null);
    film = $state.raw<AnyFilm | null>(null);
    problem = $state.raw<Refusal | null>(null);
    deal = $state(1);
    move = $state(0);
    seat = $state(0);
    /** Whether all hands are shown, or only that of the seat. */
    open = $state(true);
    running = $state(false);
    /** Another number is another board: it shows at once how things stand, and nothing moves. */
    cut = $state(0);
    /** Where to go in the deal that is being loaded; null to stay. */
    #wanted: number | null = null;

    readonly frame: AnyFrame | null = $derived(this.film?.frames[this.move] ?? null);
    readonly told: Told[] = $derived.by(() => this.#told());
    readonly shownDeal: AnyDeal | null = $derived.by(() => this.#shownDeal());
    readonly table: TableShown | null = $derived.by(() => this.#table());

    constructor(
        readonly id: string,
        /** Where it begins; usually as the address says, such as `deal=2&move=7`. */
        start = place().search,
    ) {
        const asked = new URLSearchParams(start);
        const number = (name: string, usual: number): number => {
            const given = Number(asked.get(name) ?? usual);
            return Number.isSafeInteger(given) ? given : usual;
        };
        this.deal = Math.max(1, number("deal", 1));
        this.seat = Math.max(0, number("seat", 0));
        this.open = asked.get("hands") !== "own";
        this.#wanted = Math.max(0, number("move", 0));

        $effect(() => {
            const path = `/api/replays/${encodeURIComponent(id)}?lang=${lang()}`;
            return this.#load<ReplayShown>(ask(path), (replay) => {
                this.replay = replay;
                this.deal = Math.min(this.deal, replay.deals.length);
                this.seat = Math.min(this.seat, replay.players.length - 1);
            });
        });
        $effect(() => {
            if (!this.replay) return;
            const path = `/api/replays/${encodeURIComponent(id)}/deals/${this.deal}?lang=${lang()}`;
            return this.#load<AnyFilm>(wholeFilm(path), (film) => {
                this.film = film;
                this.move = Math.min(this.#wanted ?? this.move, film.frames.length - 1);
                this.#wanted = null;
                this.cut += 1;
            });
        });
        $effect(() => {
            if (this.film?.number === this.deal) noteInAddress(this.#path, this.#search);
        });
        $effect(() => {
            if (!this.running || !this.film) return;
            if (this.atEnd && this.deal === this.replay?.deals.length) {
                this.running = false;
                return;
            }
            const timer = setTimeout(() => this.step(1), this.frame?.stop ? LONG_REST : REST);
            return () => clearTimeout(timer);
        });
    }

    get moves(): number {
        return (this.film?.frames.length ?? 1) - 1;
    }

    get atEnd(): boolean {
        return this.move >= this.moves;
    }

    get link(): string {
        return location.origin + this.#path + this.#search;
    }

    get #path(): string {
        return `/r/${encodeURIComponent(this.id)}`;
    }

    get #search(): string {
        const hands = this.open ? "" : "&hands=own";
        return `?deal=${this.deal}&move=${this.move}&seat=${this.seat}${hands}`;
    }

    /** One move on or back; at either end of a deal, into the next or the one before. */
    step(by: 1 | -1): void {
        // The deal one has just gone to is still on its way.
        if (this.film?.number !== this.deal) return;
        if (by === 1 && this.atEnd) this.goDeal(this.deal + 1);
        else if (by === -1 && this.move === 0) this.goDeal(this.deal - 1, "end");
        else if (by === 1) {
            const before = this.frame?.told ?? 0;
            this.move += 1;
            this.film.told.slice(before, this.frame?.told).forEach(({ text }) => this.#tell(text));
        } else this.goMove(this.move - 1);
    }

    /** To where a trick ended, or whatever else is worth a pause. */
    stop(by: 1 | -1): void {
        const frames = this.film?.frames ?? [];
        if (by === 1) {
            const next = frames.findIndex((frame, i) => i > this.move && frame.stop);
            if (next < 0) this.step(1);
            else this.goMove(next);
        } else {
            const last = frames.findLastIndex((frame, i) => i < this.move && frame.stop);
            if (last < 0 && this.move === 0) this.step(-1);
            else this.goMove(Math.max(last, 0));
        }
    }

    goMove(move: number): void {
        this.move = Math.max(0, Math.min(move, this.moves));
        this.cut += 1;
        const text = this.told.at(-1)?.text;
        if (text) this.#tell(text);
    }

    #tell(text: string): void {
        if (this.film) announce(aloud(this.film, text));
    }

    goDeal(number: number, to: "start" | "end" = "start"): void {
        if (!this.replay || number < 1 || number > this.replay.deals.length) return;
        this.#wanted = to === "start" ? 0 : Number.MAX_SAFE_INTEGER;
        this.deal = number;
    }

    sitAt(seat: number): void {
        this.seat = seat;
        this.cut += 1;
    }

    #load<T>(asked: Promise<T>, then: (found: T) => void): () => void {
        let current = true;
        asked.then(
            (found) => current && then(found),
            (error: unknown) => {
                if (current) this.problem = refusalOf(error);
            },
        );
        return () => (current = false);
    }

    /** What has been told, with the hand that the seat was dealt. */
    #told(): Told[] {
        if (!this.film || !this.frame) return [];
        const [first, ...others] = this.film.told.slice(0, this.frame.told);
        if (first?.event.type !== "dealt") return [];
        const hand = this.film.frames[0]?.hands[this.seat] ?? [];
        return [{ ...first, event: { ...first.event, hand } } as Told, ...others];
    }

    #shownDeal(): AnyDeal | null {
        if (!this.film || !this.frame) return null;
        const dealt = this.film.frames[0]?.hands[this.seat] ?? [];
        const hand = this.frame.hands[this.seat] ?? [];
        return {
            kind: this.film.kind,
            number: this.film.number,
            to_act: this.frame.to_act,
            legal: [],
            turn: 0,
            before: 0,
            sight: { ...this.frame.sight, hand, dealt },
            told: this.told,
        } as unknown as AnyDeal;
    }

    #table(): TableShown | null {
        const table = this.replay?.table;
        return table ? { ...table, you: this.seat, phase: "playing", undo: "no", pace: "quick" } : null;
    }
}
