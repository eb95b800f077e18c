// The cards of dnpup: their faces, their names, and how a hand of them is sorted.
import { say } from "../../words.svelte";
import type { CardKind } from "../game";
import Face from "./Card.svelte";
import { twoWay } from "./face";
import { group, order, seen } from "./order";

const CARD = /^\d{1,2}\/\d{1,2}★?$/;
/** Cards as sentences have them: `3/4 3/6`. */
const WRITTEN = /\b\d{1,2}\/\d{1,2}★?(?: \d{1,2}\/\d{1,2}★?)*/g;

function spoken(card: string): string {
    const { active, inactive, star } = twoWay(card);
    return say(star ? "web.cards.dnpup.star" : "web.cards.dnpup.plain", { active, inactive });
}

export const cardKind: CardKind = {
    Face,
    spoken,
    aloud: (text) => text.replace(WRITTEN, (cards) => cards.split(" ").map(spoken).join("; ")),
    read: (word) => (CARD.test(word) ? word.replace("★", "") : null),
    seen,
    order,
    group,
    samples: ["2/9"],
};
