// What a live table adds to its board: sheets over the middle, what somebody says beside them, the
// score. A replay and a lesson have none of it. It travels by context, so that no game's board has to
// hand it on.
import { getContext, setContext, type Snippet } from "svelte";
import type { Sheet } from "../protocol";

/** What a player has just said, for as long as it is shown. */
export interface Bubble {
    name: string;
    text: string;
}

export class TableView {
    /** Lies over the middle of the table: the result of a deal. */
    sheet = $state.raw<Snippet | null>(null);
    /** Lies over the line that says what is wanted: the game is paused, somebody asks for something. */
    request = $state.raw<Snippet | null>(null);
    /** Lies in the place of a hand, for whoever has none. */
    watching = $state.raw<Snippet | null>(null);
    /** Lies over the line that says what is wanted: the hint one has asked for. */
    hint = $state.raw<Snippet | null>(null);
    /** Stands beside one's own badge: the odds, where one wants them. */
    gauge = $state.raw<Snippet | null>(null);
    /** What is said, by seat. */
    bubbles = $state.raw<Readonly<Record<number, Bubble>>>({});
    /** The points of each seat, and the whole score sheet, as of what the board has shown. */
    totals = $state.raw<readonly number[]>([]);
    scores = $state.raw<Sheet | null>(null);
    #settled = $state.raw<() => boolean>(() => true);

    /** Whether the board has shown all that has happened. */
    get settled(): boolean {
        return this.#settled();
    }

    /** The board tells how far it is, for as long as it is there. */
    follow(settled: () => boolean): () => void {
        this.#settled = settled;
        return () => (this.#settled = () => true);
    }
}

const KEY = Symbol("table view");

export function provideTableView(): TableView {
    return setContext(KEY, new TableView());
}

/** Of the table this board belongs to; undefined in a replay, a lesson or the gallery. */
export function tableView(): TableView | undefined {
    return getContext<TableView | undefined>(KEY);
}
