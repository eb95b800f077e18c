// The order of the cards in a hand: by the active value, then by the other.
import type { CardKind } from "../game";
import { twoWay } from "./face";

export const order: CardKind["order"] = (card) => {
    const { active, inactive } = twoWay(card);
    return [active, inactive];
};

export const group: CardKind["group"] = (card) => twoWay(card).active;

/** As far as its two values and their signs reach. */
export const seen = 0.57;
