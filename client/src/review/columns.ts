// A review as it is kept and sent: a column for each number, an entry for each decision that was a choice.
import type { JudgedShown, ReviewShown } from "../protocol";

/** As in review/kept_review.py: a review of another form counts as missing. */
export const FORM = 2;
export const SEED = 0;
/** In how many worlds decisions are tried: at first, and for those who want to know. */
export const WORLDS = [100, 400] as const;
const DIGITS = 4;

const names = ["difference", "stderr", "value", "best_value", "goal", "best_goal", "won", "best_won"] as const;

const rounded = (value: number): number => Number(value.toFixed(DIGITS));

export function columnsOf(judged: readonly JudgedShown[], worlds: number): ReviewShown {
    const column = (name: (typeof names)[number]): number[] => judged.map((each) => rounded(each[name]));
    return {
        form: FORM,
        worlds,
        seed: SEED,
        best: judged.map(({ best }) => best),
        ...(Object.fromEntries(names.map((name) => [name, column(name)])) as Pick<ReviewShown, (typeof names)[number]>),
    };
}

export function rowsOf(review: ReviewShown): JudgedShown[] {
    return review.best.map((best, place) => ({
        best,
        ...(Object.fromEntries(names.map((name) => [name, review[name][place]!])) as Omit<JudgedShown, "best">),
    }));
}
