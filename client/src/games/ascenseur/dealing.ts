// Deals Ascenseur again from a deal's random numbers, as docs/deals.md describes it.
import { handsOf } from "../../verify/hands";
import type { Cards } from "../../verify/record";
import type { Dealing } from "../game";
import { deckOf } from "./deck";

export const deal: Dealing = (record, numbers, place) => {
    const { deck, removed, schedule, peak, trumps_at_peak: atPeak } = record.options;
    if (!Array.isArray(removed) || !Array.isArray(schedule)) return null;
    const each: unknown = schedule[place];
    if (typeof each !== "number") return null;
    // The first dealer is drawn before the first shuffle; from then on it goes round.
    const first = record.deals[0]?.dealer ?? 0;
    const dealer = place === 0 ? numbers.below(record.seats) : (first + place) % record.seats;
    const shuffled = numbers.shuffled(deckOf(Number(deck), removed.map(String)));
    const stock = shuffled.length > each * record.seats;
    const cards: Cards = { hands: handsOf(shuffled, record.seats, each), dealer };
    if (stock && (each !== peak || atPeak === "turned")) cards.upcard = shuffled[each * record.seats]!;
    return cards;
};
