// Finds cards in text: words in the notation of the moves, such as `3-4 3-6`.
import type { CardKind } from "../games/game";
import { gameOf } from "../games/registry";

/** The cards of this game, or null for a game that this client does not have. */
export async function cardKindOf(game: string): Promise<CardKind | null> {
    return (await gameOf(game)?.cards.load()) ?? null;
}

/** The cards that this text is made of, or null if it is something else. */
export function cardsIn(kind: CardKind | null, text: string): string[] | null {
    const cards = text.split(" ").map((word) => kind?.read(word) ?? null);
    return cards.every((card) => card !== null) ? cards : null;
}
