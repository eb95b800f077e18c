// The clocks of a table as they are seen: what each seat has left of its turn and of its reserve. The
// server says how much of a turn is gone; from then on this page counts by itself, by a clock that
// nobody can set.
import type { Reading } from "../connection/table_state.svelte";
import type { TableShown } from "../protocol";
import { timeAfter, type Time } from "./clock";

/** How often we look; what is shown changes once a second. */
const often = 200;
interface Source {
    table: TableShown | null;
    running: Reading[];
}

export class Clocks {
    #source: () => Source;
    #now = $state(performance.now());

    /** Made in a component; runs while a clock does. */
    constructor(source: () => Source) {
        this.#source = source;
        $effect(() => {
            const { table, running } = source();
            if (!table?.clock || table.paused !== null || running.length === 0) return;
            this.#now = performance.now();
            const timer = setInterval(() => (this.#now = performance.now()), often);
            return () => clearInterval(timer);
        });
    }

    /** The clock of this seat; null for a bot, and where there is none. */
    of(seat: number): Time | null {
        const { table, running } = this.#source();
        const bank = table?.chairs[seat]?.bank ?? null;
        if (!table?.clock || bank === null) return null;
        const reading = running.find((clock) => clock.seat === seat);
        if (!reading) return { turn: null, bank: Math.ceil(bank), left: null, short: false };
        const since = table.paused === null ? Math.max(0, this.#now - reading.at) / 1000 : 0;
        return timeAfter(reading.spent + since, table.clock.turn, bank);
    }
}
