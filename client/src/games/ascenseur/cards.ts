// The French pack: its faces, their names, and how a hand of them is sorted.
import { say } from "../../words.svelte";
import type { CardKind } from "../game";
import Face from "./Card.svelte";
import { french, suitNamed, SYMBOLS, type Suit } from "./face";
import { group, order, seen } from "./order";

const CARD = /^[2-9TJQKA][CDHS]$/;
/** A card as sentences have it, `10♠` or `R♠`; or a suit alone. */
const WRITTEN = /(10|[2-9]|\p{Lu})?([♠♥♦♣])/gu;
const RANKS = [..."23456789TJQKA"];
const SUITS = Object.entries(SYMBOLS) as [Suit, string][];

function named(rank: string, suit: Suit): string {
    return say("web.cards.french", { rank: say(`web.cards.rank.${rank}`), suit: say(`web.cards.suit.${suit}`) });
}

export const cardKind: CardKind = {
    Face,
    spoken(card) {
        const { rank, suit } = french(card);
        return named(rank, suit);
    },
    aloud(text) {
        return text.replace(WRITTEN, (_, index: string | undefined, symbol: string) => {
            const suit = SUITS.find(([, sign]) => sign === symbol)?.[0] ?? suitNamed("");
            const rank = RANKS.find((one) => index !== undefined && say(`web.cards.index.${one}`) === index);
            return rank ? named(rank, suit) : `${index ?? ""}${say(`web.cards.suit.${suit}`)}`;
        });
    },
    read: (word) => (CARD.test(word) ? word : null),
    seen,
    order,
    group,
    samples: ["KS", "QH", "TD", "7C"],
};
