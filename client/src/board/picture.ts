// What lies on the table after the first so many things that happened in a deal. Each game folds its
// events into such a picture, so that the table can be shown as it was at any of them: while one
// thing after another is played back, in a replay, and for the last trick. Events say all there is
// to say; no rule of a game is needed here.

/** A card that lies somewhere, with an identity that stays when it moves. */
export interface Lying {
    id: string;
    card: string;
}

export function lying(card: string): Lying {
    return { id: card, card };
}

/** The hands as they were dealt, where every card is there once. */
export function dealt(hand: string[], cards: number, seats: number): { hand: Lying[]; left: number[] } {
    return { hand: hand.map(lying), left: Array.from({ length: seats }, () => cards) };
}

export function without(hand: Lying[], gone: Set<string>): Lying[] {
    return hand.filter((lying) => !gone.has(lying.id));
}

export function zeros(seats: number): number[] {
    return Array.from({ length: seats }, () => 0);
}
