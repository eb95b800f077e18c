// The order of the cards in a hand: by the number that counts in the direction of the trick.
import type { CardKind } from "../game";
import { counting, domino } from "./face";

export const order: CardKind["order"] = (card, { direction }) => {
    const { low, high } = domino(card);
    return direction === "falling" ? [-high, -low] : [low, high];
};

export const group: CardKind["group"] = counting;

/** As far as its two numbers and their arrows reach. */
export const seen = 0.56;
