// What decisions cost over many matches: by game, and on average of the last ones.
import type { MatchCost } from "../protocol";

/** So many matches make the average that a curve shows. */
const WINDOW = 10;
/** Two standard errors to either side: the true value is within, 19 times in 20. */
const SURE = 2;

export interface Mean {
    /** Points a deal. */
    cost: number;
    /** What measuring leaves open, to either side. */
    range: number;
}

/** The mean cost of a deal in these matches: every deal counts the same. */
export function meanCost(matches: readonly MatchCost[]): Mean {
    const deals = Math.max(
        1,
        matches.reduce((sum, each) => sum + each.deals, 0),
    );
    const cost = matches.reduce((sum, each) => sum + each.cost, 0);
    return { cost: cost / deals, range: (SURE * Math.hypot(...matches.map(({ stderr }) => stderr))) / deals };
}

/** At each match the mean of the last ones. */
export function runningMean(matches: readonly MatchCost[]): number[] {
    return matches.map((_, last) => meanCost(matches.slice(Math.max(0, last + 1 - WINDOW), last + 1)).cost);
}

/** Matches by game, in the order in which games appear. */
export function byGame(matches: readonly MatchCost[]): [game: string, matches: MatchCost[]][] {
    const found = new Map<string, MatchCost[]>();
    for (const each of matches) found.set(each.game, [...(found.get(each.game) ?? []), each]);
    return [...found];
}
