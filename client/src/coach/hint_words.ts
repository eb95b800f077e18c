// A hint in words: the twin of `src/funicular/review/hint.py`, sentence for sentence. What both say of the
// same values is compared in `client/tests/hint.test.mjs`.
import type { MoveValue } from "../kernel/kernel";
import { UNSURE, about, spell, stated, tenths, whole } from "./spell";

/** What was measured for a decision: of each legal move, in their order. */
export interface Measured {
    turn: number;
    legal: string[];
    /** The moves in words. */
    spoken: string[];
    /** What the game is about besides points. */
    goal: "contract-made" | "out-first";
    moves: MoveValue[];
    best: number;
}

/** How many moves are named besides the best. */
const OTHERS = 2;

/** The places of the best move and of the best others. */
export function named({ moves, best }: Pick<Measured, "moves" | "best">): number[] {
    const others = moves.map((_, place) => place).filter((place) => place !== best);
    others.sort((a, b) => moves[b]!.value - moves[a]!.value);
    return [best, ...others.slice(0, OTHERS)];
}

export function hintText(measured: Measured): string {
    return sentences(measured)
        .map((text) => text.slice(0, 1).toUpperCase() + text.slice(1))
        .join(" ");
}

function sentences(measured: Measured): string[] {
    const { spoken, moves, best } = measured;
    const [, ...others] = named(measured);
    if (others.length === 0) return [spell("hint.only", { move: spoken[best]! })];
    if (others.some((place) => moves[place]!.close)) {
        const alike = [best, ...others.filter((place) => moves[place]!.close)].map((place) => spoken[place]!);
        const value = about(moves[best]!.value);
        return [spell("hint.close", { moves: alike }), spell("hint.each", { n: value, value })];
    }
    return [points(measured, others), ...goal(measured, others)];
}

/** The chance of what the game is about, where no other move named has a better one. */
function goal({ moves, best, goal }: Measured, others: number[]): string[] {
    const said = (place: number): number => stated(moves[place]!.goal, moves[place]!.certain);
    const share = said(best);
    if (share <= Math.max(UNSURE, ...others.map(said))) return [];
    return [spell(`hint.goal.${goal}`, { share })];
}

function points({ spoken, moves, best }: Measured, others: number[]): string {
    const most = moves[best]!.value;
    // Whole points, unless it takes more to tell the best from what it is better than.
    const rough = others.every((place) => most - moves[place]!.value >= 1);
    const rounded = (value: number): number => (rough ? whole(value) : tenths(value));
    return spell("hint.points", {
        move: spoken[best]!,
        n: rounded(most),
        value: rounded(most),
        others: others.map((place) =>
            spell("hint.other-points", { move: spoken[place]!, value: rounded(moves[place]!.value) }),
        ),
    });
}
