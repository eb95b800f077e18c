// The French pack: its faces, their names, and how a hand of them is sorted.
import { say } from "../../words.svelte";
import type { CardKind } from "../game";
import Face from "./Card.svelte";
import { french } from "./face";
import { group, order, seen } from "./order";

const CARD = /^[2-9TJQKA][CDHS]$/;

export const cardKind: CardKind = {
  Face,
  spoken(card) {
    const { rank, suit } = french(card);
    return say("web.cards.french", {
      rank: say(`web.cards.rank.${rank}`),
      suit: say(`web.cards.suit.${suit}`),
    });
  },
  read: (word) => (CARD.test(word) ? word : null),
  seen,
  order,
  group,
  samples: ["KS", "QH", "TD", "7C"],
};
