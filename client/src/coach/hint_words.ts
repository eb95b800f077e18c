// A hint in words: the twin of `src/funicular/review/hint.py`, sentence for sentence. What both say of the
// same values is compared in `client/tests/hint.test.mjs`.
import type { MoveValue } from "../kernel/kernel";
import { UNSURE, spell, stated } from "./spell";

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
    const close = others.some((place) => moves[place]!.close);
    const why = chances(measured, others, close) ?? points(measured, others);
    if (!close) return [why];
    const alike = [best, ...others.filter((place) => moves[place]!.close)].map((place) => spoken[place]!);
    return [spell("hint.close", { moves: alike }), why];
}

/** By the chance of what the game is about, unless that is not what speaks for the move. */
function chances({ spoken, moves, best, goal }: Measured, others: number[], close: boolean): string | null {
    const said = (place: number): number => stated(moves[place]!.goal, moves[place]!.certain);
    const share = said(best);
    const most = Math.max(...others.map(said));
    // Of equals it explains why they are alike, and not why one of them is better.
    if (share <= UNSURE || share < most || (share === most && !close)) return null;
    return spell(`hint.chance.${goal}`, {
        move: spoken[best]!,
        share,
        others: others.map((place) => spell("hint.other-chance", { move: spoken[place]!, share: said(place) })),
    });
}

function points({ spoken, moves, best }: Measured, others: number[]): string {
    return spell("hint.points", {
        move: spoken[best]!,
        value: moves[best]!.value,
        others: others.map((place) => spell("hint.other-points", { move: spoken[place]!, value: moves[place]!.value })),
    });
}
