// The cards of Auf & Ab: their faces, their names, and how a hand of them is sorted.
import { say } from "../../words.svelte";
import type { CardKind } from "../game";
import Face from "./Card.svelte";
import { domino } from "./face";
import { group, order, seen } from "./order";

const CARD = /^\d-\d$/;
/** Cards as sentences have them: `4-4 4-5`. */
const WRITTEN = /\b\d-\d(?: \d-\d)*\b/g;

function spoken(card: string): string {
    const { low, high, double, change } = domino(card);
    const form = double ? "double" : change ? "change" : "plain";
    return say(`web.cards.auf-ab.${form}`, { low, high });
}

export const cardKind: CardKind = {
    Face,
    spoken,
    aloud: (text) => text.replace(WRITTEN, (cards) => cards.split(" ").map(spoken).join("; ")),
    read: (word) => (CARD.test(word) ? word : null),
    seen,
    order,
    group,
    samples: ["3-6"],
    // Those that share only their high number fall.
    directionOf(cards) {
        const numbers = (end: 0 | 1): number => new Set(cards.map((card) => card.split("-")[end])).size;
        return cards.length > 1 && numbers(1) === 1 && numbers(0) > 1 ? "falling" : "rising";
    },
    directionIn: (sight) => ("direction" in sight ? sight.direction : "rising"),
};
