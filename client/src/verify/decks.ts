// The decks in the order that is shuffled. They stand here, and are not asked of the server: whoever
// may choose the order before the shuffle may choose the cards.

const digits = [...Array(10).keys()];

export const AUF_AB = digits.flatMap((low) => digits.slice(low).map((high) => `${low}-${high}`));

const SUITS = ["C", "D", "H", "S"];
const RANKS = [..."23456789TJQKA"];
const SHORT_RANKS = RANKS.slice(5);

export function frenchDeck(size: number, removed: readonly string[]): string[] {
  const ranks = size === 32 ? SHORT_RANKS : RANKS;
  const deck = SUITS.flatMap((suit) => ranks.map((rank) => rank + suit));
  return deck.filter((card) => !removed.includes(card));
}

// By the smallest number of players that uses the cards.
const DNPUP: [number, string][] = [
  [2, "1/5 1/6 1/6 1/7 1/7 1/8 1/9 2/4 2/4 2/5 2/5 2/6 2/9 2/10"],
  [2, "3/4 3/5 3/6 3/7 3/8 3/9 4/6 4/7 4/8 5/7 5/8 6/7"],
  [3, "1/10 2/8 3/6 4/5"],
  [4, "1/8 1/9 2/6 2/7 3/4 3/5"],
  [5, "3/10 4/9 5/8 6/7"],
];

/** Sorted by the active value, then by the other. */
export function dnpupDeck(seats: number): string[] {
  const order = (card: string): number => {
    const [active = 0, inactive = 0] = card.split("/").map(Number);
    return active * 11 + inactive;
  };
  return DNPUP.filter(([fewest]) => fewest <= seats)
    .flatMap(([, cards]) => cards.split(" "))
    .sort((a, b) => order(a) - order(b));
}
