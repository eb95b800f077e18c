// What one may choose before sitting down, and what one begins with: as the last time; the first time
// against casual bots, in a short match.
import type { GameShown, NewTable } from "../protocol";
import { type Choice, storage } from "../storage";

export const levels = ["beginner", "casual", "strong", "expert"] as const;

export function firstChoice(game: GameShown): Choice {
    const last = storage.choice(game.name);
    const has = <T>(known: readonly T[], value: T | undefined, usual: T): T =>
        value !== undefined && known.includes(value) ? value : usual;
    return {
        level: has<string>(levels, last?.level, "casual"),
        length: has(
            game.lengths!.map(({ name }) => name),
            last?.length,
            game.lengths![0]!.name,
        ),
        seats: has(seatsOf(game), last?.seats, game.usual_seats),
    };
}

export function seatsOf(game: GameShown): number[] {
    return Array.from({ length: game.most_seats - game.least_seats + 1 }, (_, i) => game.least_seats + i);
}

/** What the server is asked for. */
export function wish(game: GameShown, choice: Choice, name: string): Omit<NewTable, "lang" | "nonce"> {
    const length = game.lengths!.find((each) => each.name === choice.length);
    return { game: game.name, seats: choice.seats, name, level: choice.level, options: length?.options ?? {} };
}
