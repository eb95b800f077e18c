// Luck and skill apart, as review/accounts.py has it: what a seat's position promised at its first choice of a
// deal are its cards; what its decisions cost is its play; whatever else made the points is luck.
import type { DecisionShown, JudgedShown, PositionsShown } from "../protocol";
import { CLEAR } from "./judged";

/** A decision that was a choice, with what was measured of it; null until it is. */
export interface Choice {
    /** Its place among all choices of the match. */
    place: number;
    at: DecisionShown;
    judged: JudgedShown | null;
}

export interface Account {
    deal: number;
    seat: number;
    result: number;
    cards: number;
    play: number;
    luck: number;
    /** How many of the seat's decisions in this deal were clearly not the best. */
    mistakes: number;
}

export const cost = (judged: JudgedShown): number => Math.max(0, judged.difference);
/** Too close to call: the difference is within chance. */
export const isClose = (judged: JudgedShown): boolean => cost(judged) <= CLEAR * judged.stderr;

/** The decisions that had a choice, in the order of play. */
export function choicesOf(positions: Pick<PositionsShown, "decisions">): DecisionShown[] {
    return positions.decisions.filter(({ numbers }) => numbers !== null);
}

/** Those that cost most, the costliest first; those too close to call come last. */
export function worst(choices: readonly Choice[], seat: number | null): (Choice & { judged: JudgedShown })[] {
    return choices
        .filter(
            (choice): choice is Choice & { judged: JudgedShown } => choice.judged !== null && cost(choice.judged) > 0,
        )
        .filter(({ at }) => seat === null || at.seat === seat)
        .sort((a, b) => Number(isClose(a.judged)) - Number(isClose(b.judged)) || cost(b.judged) - cost(a.judged));
}

/** A row for each finished deal and each seat whose choices in it are all measured. */
export function accountsOf(
    positions: Pick<PositionsShown, "deals" | "players">,
    choices: readonly Choice[],
): Account[] {
    const accounts: Account[] = [];
    positions.deals.forEach(({ points }, deal) => {
        if (!points) return;
        positions.players.forEach((_, seat) => {
            const own = choices.filter(({ at }) => at.deal === deal && at.seat === seat);
            const judged = own.map((choice) => choice.judged).filter((each) => each !== null);
            if (judged.length === 0 || judged.length < own.length) return;
            const result = points[seat]!;
            const cards = judged[0]!.best_value;
            const play = 0 - judged.reduce((sum, each) => sum + each.difference, 0);
            const mistakes = judged.filter((each) => !isClose(each)).length;
            accounts.push({ deal, seat, result, cards, play, luck: result - cards - play, mistakes });
        });
    });
    return accounts;
}

export interface Sum {
    result: number;
    cards: number;
    play: number;
    luck: number;
    mistakes: number;
}

export function sumOf(accounts: readonly Account[]): Sum {
    const sum = { result: 0, cards: 0, play: 0, luck: 0, mistakes: 0 };
    for (const each of accounts)
        for (const name of ["result", "cards", "play", "luck", "mistakes"] as const) sum[name] += each[name];
    return sum;
}
