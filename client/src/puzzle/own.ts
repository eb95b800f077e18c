// Puzzles from one's own matches: decisions in which a review found a move that was clearly better than the
// one made. They are kept in this browser; the list of puzzles offers them.
import { cost, type Choice, worst } from "../review/accounts";
import type { PositionsShown } from "../protocol";
import { storage } from "../storage";

/** A decision as a review judged it; deal and ply are counted from 0, as the review has them. */
export interface ReviewedMistake {
    replay: string;
    game: string;
    deal: number;
    ply: number;
    seat: number;
    /** The text of the best move, and of the one that was made. */
    best: string;
    made: string;
    /** What the best one brings more, in points, and the standard error of that. */
    cost: number;
    stderr: number;
}

/** As sure as the puzzles of the collection. */
const clearly = 5;
/** So many are kept, the costliest first. */
const most = 20;

/** Keep what a review of one's own seat found; what was known of the same match is replaced. */
export function keepMistakes(
    positions: Pick<PositionsShown, "id" | "game" | "moves">,
    choices: readonly Choice[],
    seat: number,
): void {
    if (storage.puzzles().off) return;
    const { id: replay, game, moves } = positions;
    const found = worst(choices, seat)
        .filter(({ at, judged }) => at.legal.length > 2 && cost(judged) >= clearly * judged.stderr)
        .map(({ at, judged }): ReviewedMistake => {
            const text = (place: number): string => moves[at.legal[place] ?? -1] ?? "";
            const { deal, ply } = at;
            return {
                replay,
                game,
                deal,
                ply,
                seat,
                best: text(judged.best),
                made: text(at.made),
                cost: cost(judged),
                stderr: judged.stderr,
            };
        });
    const others = storage.mistakes().filter((each) => each.replay !== replay);
    const kept = [...found, ...others].sort((one, other) => other.cost - one.cost).slice(0, most);
    if (JSON.stringify(kept) !== JSON.stringify(storage.mistakes())) storage.saveMistakes(kept);
}

/** The last part of its address. No id of a puzzle has such a mark in it. */
export const ownId = ({ replay, deal, ply }: ReviewedMistake): string => `${replay}~${deal}~${ply}`;
export const isOwn = (id: string): boolean => id.includes("~");

/** The one of this address; undefined once it is forgotten. */
export function ownPuzzle(id: string): ReviewedMistake | undefined {
    return storage.mistakes().find((each) => ownId(each) === id);
}
