// What the text of a card says, taken apart for drawing and for speech. The notation is the one of
// the moves: `TS`, `3-6`, `3/6`.

export type Kind = "ascenseur" | "auf-ab" | "dnpup";

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

export interface TwoWay {
  active: number;
  inactive: number;
  star: boolean;
}

export function twoWay(card: string): TwoWay {
  const [active = 0, inactive = 0] = card.replace("★", "").split("/").map(Number);
  return { active, inactive, star: active + inactive === 6 && active * inactive === 5 };
}

/** The same dnpup card lying the other way up. */
export function turned(card: string): string {
  const { active, inactive } = twoWay(card);
  return `${inactive}/${active}`;
}
