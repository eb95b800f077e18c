// What the text of a card of the French pack says, taken apart for drawing and for speech: `TS`.

export type Suit = "spades" | "hearts" | "diamonds" | "clubs";

const SUITS: Record<string, Suit> = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

export const SYMBOLS: Record<Suit, string> = {
    spades: "♠",
    hearts: "♥",
    diamonds: "♦",
    clubs: "♣",
};

export interface French {
    rank: string;
    suit: Suit;
}

export function suitNamed(letter: string): Suit {
    return SUITS[letter] ?? "spades";
}

export function french(card: string): French {
    return { rank: card.slice(0, -1), suit: suitNamed(card.slice(-1)) };
}
