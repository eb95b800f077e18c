// One decision of a match judged by what its seat could see: `judged` of review/match_review.py again, value
// for value. First all moves race for the best one; then that and the move made are tried once more in fresh
// worlds, the same for both, because the winner of a race is partly lucky.
import type { Evaluated, EvaluationRequest, MoveValue } from "../kernel/kernel";
import { decisionSeed, splitmix64 } from "../kernel/seeds";
import type { DecisionShown, JudgedShown } from "../protocol";

/** A cost counts once it is this many standard errors, as in bots/evaluation.py. */
export const CLEAR = 2.13;

export type Evaluate = (request: EvaluationRequest, signal?: AbortSignal) => Promise<Evaluated>;

export async function judge(
    game: string,
    decision: DecisionShown,
    worlds: number,
    seed: number,
    evaluate: Evaluate,
    signal?: AbortSignal,
): Promise<JudgedShown> {
    const numbers = decision.numbers ?? "";
    const words = splitmix64(decisionSeed(seed, decision.deal, decision.ply));
    const raced = await evaluate({ game, numbers, seed: words.next().value, worlds, race: true }, signal);
    const { best } = raced;
    const { made } = decision;
    if (best === made) return entry(made, raced.moves[best]!, raced.moves[best]!, 0, 0);
    const only = [made, best].sort((a, b) => a - b);
    const again = await evaluate({ game, numbers, seed: words.next().value, worlds, only }, signal);
    const own = again.moves[only.indexOf(made)]!;
    const other = again.moves[only.indexOf(best)]!;
    const difference = other.value - own.value;
    const stderr = Math.max(own.costStderr, other.costStderr);
    // In the fresh worlds the move made may have done better.
    return difference > 0 ? entry(best, own, other, difference, stderr) : entry(made, own, own, difference, stderr);
}

function entry(best: number, own: MoveValue, other: MoveValue, difference: number, stderr: number): JudgedShown {
    return {
        best,
        difference,
        stderr,
        value: own.value,
        best_value: other.value,
        goal: own.goal,
        best_goal: other.goal,
        won: own.won,
        best_won: other.won,
    };
}
