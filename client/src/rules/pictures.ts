// Finds cards in text: words in the notation of the moves, such as `3-4 3-6`.
import type { Kind } from "../cards/faces";

const CARD: Record<Kind, RegExp> = {
  ascenseur: /^[2-9TJQKA][CDHS]$/,
  "auf-ab": /^\d-\d$/,
  dnpup: /^\d{1,2}\/\d{1,2}★?$/,
};

/** Which cards a game is played with. */
export function kindOf(game: string): Kind {
  return game === "auf-ab" || game === "dnpup" ? game : "ascenseur";
}

/** The cards that this text is made of, or null if it is something else. */
export function cardsIn(kind: Kind, text: string): string[] | null {
  const words = text.split(" ");
  return words.every((word) => CARD[kind].test(word)) ? words.map((word) => word.replace("★", "")) : null;
}

/** Which way up cards of Auf & Ab lie that are shown together: those that share only their high number fall. */
export function directionOf(cards: string[]): "rising" | "falling" {
  const ends = (end: 0 | 1): number => new Set(cards.map((card) => card.split("-")[end])).size;
  return cards.length > 1 && ends(1) === 1 && ends(0) > 1 ? "falling" : "rising";
}
