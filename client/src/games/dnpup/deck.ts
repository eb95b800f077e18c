// The cards of dnpup in the order that is shuffled. They stand here, and are not asked of the server:
// a server that may choose the order before the shuffle may choose the cards.

// By the smallest number of players that uses the cards.
const CARDS: [number, string][] = [
    [2, "1/5 1/6 1/6 1/7 1/7 1/8 1/9 2/4 2/4 2/5 2/5 2/6 2/9 2/10"],
    [2, "3/4 3/5 3/6 3/7 3/8 3/9 4/6 4/7 4/8 5/7 5/8 6/7"],
    [3, "1/10 2/8 3/6 4/5"],
    [4, "1/8 1/9 2/6 2/7 3/4 3/5"],
    [5, "3/10 4/9 5/8 6/7"],
];

/** Sorted by the active value, then by the other. */
export function deckOf(seats: number): string[] {
    const order = (card: string): number => {
        const [active = 0, inactive = 0] = card.split("/").map(Number);
        return active * 11 + inactive;
    };
    return CARDS.filter(([fewest]) => fewest <= seats)
        .flatMap(([, cards]) => cards.split(" "))
        .sort((a, b) => order(a) - order(b));
}
