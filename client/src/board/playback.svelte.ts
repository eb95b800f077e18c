// Plays back what happened one thing after another, each with its time, so that four quick bots
// can still be followed. Whoever is far behind sees things faster, and a player who acts sees at
// once how things stand.
import type { AnyDeal, Told } from "../deal";
import { EVENT_PAUSES, PACES, type TableShown } from "../protocol";

/** The rest after an event that this page does not know. */
const REST = 300;
/** With more than so many things waiting, each gets a share of its time. */
const PATIENCE = 5;

interface Source {
    deal: AnyDeal;
    told: Told[];
    fresh: number;
    pace: TableShown["pace"];
    /** Whether nothing is shown to happen for the moment. */
    waits?: boolean;
}

export class Playback {
    /** How many of the things told are shown. */
    shown = $state(0);
    /** By how much the times of what is shown now are multiplied. */
    tempo = 1;
    /** When the last of them was shown: its rest counts from then, not from when the next thing was told. */
    #since = performance.now();
    #number = -1;
    #timer: ReturnType<typeof setTimeout> | undefined;
    #source: () => Source;

    constructor(source: () => Source) {
        this.#source = source;
        const { deal, fresh } = source();
        this.shown = fresh;
        this.#number = deal.number;
        $effect.pre(() => {
            const { deal, told, fresh } = source();
            if (deal.number !== this.#number) {
                this.#number = deal.number;
                this.shown = fresh;
                this.#since = performance.now();
            }
            // Moves that were taken back were never seen.
            if (this.shown > told.length) this.shown = Math.min(fresh, told.length);
        });
        $effect(() => {
            const { deal, told, pace, waits } = source();
            const shown = this.shown;
            if (waits || shown >= told.length) return;
            const speed = PACES[pace] * Math.min(1, PATIENCE / (told.length - shown));
            const pauses = EVENT_PAUSES[deal.kind];
            const last = pauses?.[told[shown - 1]?.event.type ?? ""];
            const next = pauses?.[told[shown]!.event.type];
            const rest = shown === 0 ? 0 : (last?.after ?? REST) + (next?.before ?? 0);
            const left = rest * speed - (performance.now() - this.#since);
            const show = (): void => {
                this.tempo = speed;
                this.#since = performance.now();
                this.shown = shown + 1;
            };
            // What has rested long enough makes way in the same task: between a move and its card nothing else is seen.
            if (shown > 0 && speed > 0 && left <= 0) {
                show();
                return;
            }
            this.#timer = setTimeout(show, Math.max(0, left));
            return () => clearTimeout(this.#timer);
        });
    }

    get behind(): boolean {
        return this.shown < this.#source().told.length;
    }

    /** Show how things stand, now, and what comes next as soon as it is told. */
    catchUp(): void {
        clearTimeout(this.#timer);
        this.#since = -Infinity;
        this.tempo = PACES[this.#source().pace];
        this.shown = this.#source().told.length;
    }
}
