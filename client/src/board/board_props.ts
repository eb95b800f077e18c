// What boards are given: how things stand, and ways to act.
import type { AnyDeal, Refusal, Told } from "../deal";
import type { TableShown } from "../protocol";
import type { Settings } from "../settings.svelte";
import type { Clocks } from "./clocks.svelte";

/** What a page gives to the table: all that is known, to be played back. */
export interface StageProps {
    table: TableShown;
    deal: AnyDeal;
    /** All that happened in this deal. */
    told: Told[];
    /** From here on it is new, and to be seen happening. */
    fresh: number;
    names: string[];
    settings: Settings;
    clocks?: Clocks | null;
    /** Whether it is a replay, in which there is nothing to do. */
    watched?: boolean;
    /** Make a move, in the turn it was chosen for where that is not the one at hand. */
    play: (move: string, turn?: number) => Promise<Refusal | null>;
    why: (move: string) => Promise<string | null>;
}

/** What a game's board is given: how things stand as of the event played back last. */
export interface BoardProps<Deal extends AnyDeal> {
    table: TableShown;
    deal: Deal;
    /** What has happened so far, up to what is shown now. */
    told: Deal["told"][number][];
    /** What is shown next, while the table still rests. */
    next: Deal["told"][number] | undefined;
    /** Whether all that has happened is shown. */
    settled: boolean;
    /** Whether somebody has stopped the game: nobody moves. */
    paused: boolean;
    /** None in a replay or a lesson. */
    clocks: Clocks | null;
    /** Whether it is a replay: it has no actions. */
    watched?: boolean;
    names: string[];
    settings: Settings;
    play: (move: string, turn?: number) => Promise<Refusal | null>;
    why: (move: string) => Promise<string | null>;
    /** Show at once how things stand. */
    hurry: () => void;
}
