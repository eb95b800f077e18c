// What lies open of the hands that players have laid down, as of what the board has shown.
import type { AscenseurTold, ClaimShown } from "../../protocol";

export interface OpenHand {
    seat: number;
    tricks: ClaimShown["tricks"];
    /** What is left of it. */
    cards: string[];
}

/** A hand is seen once all that happened before it was seen; its cards leave it as they are played. */
export function openHands(claims: readonly ClaimShown[], told: readonly AscenseurTold[]): OpenHand[] {
    const played = new Set(told.flatMap(({ event }) => (event.type === "played" ? [event.card] : [])));
    return claims
        .filter(({ told: before }) => told.length >= before)
        .map(({ seat, tricks, cards }) => ({ seat, tricks, cards: cards.filter((card) => !played.has(card)) }))
        .filter(({ cards }) => cards.length > 0);
}
