// What a board is given: how things stand, as of the thing played back last, and ways to act.
import type { AnyDeal, Refusal } from "../deal";
import type { TableShown } from "../protocol";
import type { Settings } from "../settings.svelte";
import type { Clocks } from "./clocks.svelte";

export interface BoardProps<Deal extends AnyDeal> {
  table: TableShown;
  deal: Deal;
  /** What has happened so far, up to what is shown now. */
  told: Deal["told"];
  /** What is shown next, while the table still rests. */
  next: Deal["told"][number] | undefined;
  /** Whether all that has happened is shown. */
  settled: boolean;
  /** Whether somebody has stopped the game: nobody moves. */
  paused: boolean;
  /** None in a replay or a lesson. */
  clocks: Clocks | null;
  names: string[];
  settings: Settings;
  play(move: string): Promise<Refusal | null>;
  why(move: string): Promise<string | null>;
  /** Show at once how things stand. */
  hurry(): void;
}
