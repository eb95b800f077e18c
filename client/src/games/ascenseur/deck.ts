// The French pack in the order that is shuffled. It stands here, and is not asked of the server: a
// server that may choose the order before the shuffle may choose the cards.

const SUITS = ["C", "D", "H", "S"];
const RANKS = [..."23456789TJQKA"];
const SHORT_RANKS = RANKS.slice(5);

export function deckOf(size: number, removed: readonly string[]): string[] {
    const ranks = size === 32 ? SHORT_RANKS : RANKS;
    const deck = SUITS.flatMap((suit) => ranks.map((rank) => rank + suit));
    return deck.filter((card) => !removed.includes(card));
}
