// Puzzles from one's own matches: decisions that a review found costly, where one move was clearly better.
// A review keeps them here; the list of puzzles offers them, and leads to the position in the replay.
import { storage } from "../storage";

/** A decision as a review judges it. */
export interface ReviewedMistake {
  replay: string;
  game: string;
  /** Counted from 1. */
  deal: number;
  ply: number;
  seat: number;
  /** The text of the best move. */
  best: string;
  /** Points, and the standard error of that. */
  cost: number;
  stderr: number;
}

export interface OwnPuzzle {
  href: string;
  game: string;
  deal: number;
  cost: number;
}

/** As sure as the puzzles of the collection. */
const clearly = 5;
/** So many are kept, the costliest first. */
const most = 20;

/** Keep what a review of one's own seat found; what was known of the same replay is replaced. */
export function keepMistakes(replay: string, found: ReviewedMistake[]): void {
  const others = storage.mistakes().filter((each) => each.replay !== replay);
  const clear = found.filter(({ cost, stderr }) => cost > 0 && cost >= clearly * stderr);
  storage.saveMistakes([...clear, ...others].sort((one, other) => other.cost - one.cost).slice(0, most));
}

export function ownPuzzles(): OwnPuzzle[] {
  return storage.mistakes().map(({ replay, game, deal, ply, seat, cost }) => ({
    href: `/puzzle/${replay}~${deal}~${ply}~${seat}`,
    game,
    deal,
    cost,
  }));
}
