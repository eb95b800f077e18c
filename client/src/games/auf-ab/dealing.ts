// Deals Auf & Ab again from a deal's random numbers, as docs/deals.md describes it.
import { handsOf } from "../../verify/hands";
import type { Dealing } from "../game";

// The deck in the order that is shuffled. It stands here, and is not asked of the server: a server
// that may choose the order before the shuffle may choose the cards.
const digits = [...Array(10).keys()];
const DECK = digits.flatMap((low) => digits.slice(low).map((high) => `${low}-${high}`));

const EACH: Record<number, number> = { 3: 18, 4: 13 };

export const deal: Dealing = ({ seats }, numbers) => {
    const each = EACH[seats];
    return each ? { hands: handsOf(numbers.shuffled(DECK), seats, each) } : null;
};
