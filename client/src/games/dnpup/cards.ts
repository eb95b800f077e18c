// The cards of dnpup: their faces, their names, and how a hand of them is sorted.
import { say } from "../../words.svelte";
import type { CardKind } from "../game";
import Face from "./Card.svelte";
import { twoWay } from "./face";
import { group, order, seen } from "./order";

const CARD = /^\d{1,2}\/\d{1,2}★?$/;

export const cardKind: CardKind = {
  Face,
  spoken(card) {
    const { active, inactive, star } = twoWay(card);
    return say(star ? "web.cards.dnpup.star" : "web.cards.dnpup.plain", { active, inactive });
  },
  read: (word) => (CARD.test(word) ? word.replace("★", "") : null),
  seen,
  order,
  group,
  samples: ["2/9"],
};
