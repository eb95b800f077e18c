// The order of the cards in a hand: suit by suit, the highest first.
import type { CardKind } from "../game";
import { french } from "./face";

const RANKS = "23456789TJQKA";
// Red and black in turn, so that neighbours differ even where colours are not seen well.
const SUITS = ["spades", "hearts", "clubs", "diamonds"];

export const order: CardKind["order"] = (card, { trump }) => {
    const { rank, suit } = french(card);
    const first = trump !== null && card.endsWith(trump) ? -1 : SUITS.indexOf(suit);
    return [first, -RANKS.indexOf(rank)];
};

export const group: CardKind["group"] = (card) => french(card).suit;

/** The left edge says all there is to know of a card. */
export const seen = 0.4;
