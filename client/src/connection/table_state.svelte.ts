// What the server has shown of a table, as the pages read it. What happened while the line was down
// arrives with the welcome, so that nothing is missed and nothing is told twice.
import type { AnyDeal, Told } from "../deal";
import type { Line, Running, TableShown, Update, Welcome } from "../protocol";

/** This many lines of the chat are kept. */
const mostLines = 200;

/** A clock as it stood at a moment of this page's own time, which nobody can set. */
export interface Reading extends Running {
    /** Of `performance.now()`. */
    at: number;
}

/** A caller that waits until this row of the log is shown. */
interface Awaiting {
    seq: number;
    shown: () => void;
}

/** What a welcome told: it had happened before one came, or while the line was down. */
export const toldByWelcome = new WeakSet<Told>();

export class TableState {
    table = $state.raw<TableShown | null>(null);
    deal = $state.raw<AnyDeal | null>(null);
    /** All that was told of this deal. */
    told = $state.raw<Told[]>([]);
    /** From which index on `told` is new; its length after a reconnect, where nothing is repeated. */
    fresh = $state(0);
    said = $state.raw<Line[]>([]);
    /** The clocks of those whose turn it is, at a table that has one. */
    running = $state.raw<Reading[]>([]);

    /** The last row of the log that was shown; null to be shown everything anew. */
    seen: number | null = null;
    #awaiting: Awaiting[] = [];

    welcome({ seq, table, deal, said, running }: Welcome): void {
        this.seen = seq;
        this.#clocks(running ?? []);
        this.table = table;
        if (deal) this.#follow(deal, true);
        else this.deal = null;
        this.#listen(said);
        this.#saw();
    }

    update({ seq, table, deal, said, running }: Update): void {
        this.seen = seq;
        this.#clocks(running ?? []);
        if (table) this.table = table;
        if (deal) this.#follow(deal, false);
        this.#listen(said ?? []);
        this.#saw();
    }

    /** Settled once this row of the log is shown, if it is one that shows: an answer comes before it. */
    shown(seq: number): Promise<void> {
        return new Promise((shown) => {
            this.#awaiting.push({ seq, shown });
            this.#saw();
        });
    }

    #follow(deal: AnyDeal, back: boolean): void {
        const sameDeal = this.deal?.number === deal.number && this.deal.kind === deal.kind;
        const before = sameDeal ? this.told.slice(0, deal.before) : [];
        this.told = [...before, ...(deal.told as Told[])];
        this.fresh = back ? this.told.length : before.length;
        this.deal = deal;
        if (back) for (const each of this.told) toldByWelcome.add(each);
    }

    #saw(): void {
        const seen = this.seen ?? -1;
        for (const { seq, shown } of this.#awaiting) if (seq <= seen) shown();
        this.#awaiting = this.#awaiting.filter(({ seq }) => seq > seen);
    }

    #clocks(running: Running[]): void {
        const at = performance.now();
        if (running.length > 0 || this.running.length > 0) {
            this.running = running.map((clock) => ({ ...clock, at }));
        }
    }

    #listen(said: Line[]): void {
        const last = this.said.at(-1)?.seq ?? -1;
        const fresh = said.filter((line) => line.seq > last);
        if (fresh.length > 0) this.said = [...this.said, ...fresh].slice(-mostLines);
    }
}
