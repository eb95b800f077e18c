// What the text of a card of Auf & Ab says, taken apart for drawing and for speech: `3-6`.

export interface Domino {
    low: number;
    high: number;
    double: boolean;
    change: boolean;
}

export function domino(card: string): Domino {
    const [low = 0, high = 0] = card.split("-").map(Number);
    return { low, high, double: low === high, change: low + high === 9 };
}

/** The number of a card that counts in this direction. */
export function counting(card: string, direction: string): number {
    const { low, high } = domino(card);
    return direction === "falling" ? high : low;
}
