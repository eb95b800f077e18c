// Plays back what happened one thing after another, each with its time, so that four quick bots
// can still be followed. Whoever is far behind sees things faster, and a player who acts sees at
// once how things stand.
import type { AnyDeal, Told } from "../deal";
import type { TableShown } from "../protocol";

const PACES: Record<TableShown["pace"], number> = { instant: 0, quick: 0.5, normal: 1, calm: 1.8 };

/** How long the table rests before the thing of this type is shown, in milliseconds. */
const BEFORE: Record<string, number> = { trick: 1500, turned: 300, beaten: 700, scored: 1300 };
/** And after it. */
const AFTER: Record<string, number> = {
  dealt: 500,
  bid: 350,
  sealed: 200,
  bids: 600,
  played: 480,
  laid: 650,
  passed: 350,
  trick: 550,
  turned: 1300,
  added: 700,
  taken: 1000,
  beaten: 1000,
  flipped: 900,
  discarded: 350,
  out: 900,
  scored: 0,
  void: 0,
};
/** With more than so many things waiting, each gets a share of its time. */
const PATIENCE = 5;

interface Source {
  deal: AnyDeal;
  told: Told[];
  fresh: number;
  pace: TableShown["pace"];
}

export class Playback {
  /** How many of the things told are shown. */
  shown = $state(0);
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
      }
      // Moves that were taken back were never seen.
      if (this.shown > told.length) this.shown = Math.min(fresh, told.length);
    });
    $effect(() => {
      const { told, pace } = source();
      const shown = this.shown;
      if (shown >= told.length) return;
      const speed = PACES[pace] * Math.min(1, PATIENCE / (told.length - shown));
      const before = told[shown - 1]?.event.type ?? "";
      const next = told[shown]!.event.type;
      const rest = shown === 0 ? 0 : (AFTER[before] ?? 300) + (BEFORE[next] ?? 0);
      this.#timer = setTimeout(() => (this.shown = shown + 1), rest * speed);
      return () => clearTimeout(this.#timer);
    });
  }

  get behind(): boolean {
    return this.shown < this.#source().told.length;
  }

  /** Show how things stand, now. */
  catchUp(): void {
    clearTimeout(this.#timer);
    this.shown = this.#source().told.length;
  }
}
