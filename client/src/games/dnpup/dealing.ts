// Deals dnpup again from a deal's random numbers, as docs/deals.md describes it.
import { handsOf } from "../../verify/hands";
import type { Dealing } from "../game";
import { deckOf } from "./deck";
import { turned } from "./face";

export const deal: Dealing = ({ seats }, numbers) => {
    const shuffled = numbers.shuffled(deckOf(seats));
    // A coin for each card in its order, the last bit first.
    const coins = numbers.bits(shuffled.length);
    const lying = shuffled.map((card, i) => ((coins >> BigInt(i)) & 1n ? turned(card) : card));
    return { hands: handsOf(lying, seats, lying.length / seats) };
};
