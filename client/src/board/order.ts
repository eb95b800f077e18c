// The order of the cards in one's hand.
import { domino, french, twoWay, type Kind } from "../cards/faces";
import type { Settings } from "../settings.svelte";
import type { Lying } from "./picture";
import { counting } from "../games/auf-ab/picture";

const RANKS = "23456789TJQKA";
// Red and black in turn, so that neighbours differ even where colours are not seen well.
const SUITS = ["spades", "hearts", "clubs", "diamonds"];

function keyOf(kind: Kind, card: string, direction: string, trump: string | null): number[] {
  if (kind === "ascenseur") {
    const { rank, suit } = french(card);
    const first = trump !== null && card.endsWith(trump) ? -1 : SUITS.indexOf(suit);
    return [first, -RANKS.indexOf(rank)];
  }
  if (kind === "auf-ab") {
    const { low, high } = domino(card);
    return direction === "falling" ? [-high, -low] : [low, high];
  }
  const { active, inactive } = twoWay(card);
  return [active, inactive];
}

export function sorted(
  kind: Kind,
  hand: Lying[],
  how: Settings["sort"],
  now: { direction: string; trump: string | null; own: string[] },
): Lying[] {
  if (how === "hand" && now.own.length > 0) {
    const place = new Map(now.own.map((id, i) => [id, i]));
    return hand.toSorted((a, b) => (place.get(a.id) ?? 999) - (place.get(b.id) ?? 999));
  }
  const direction = how !== "rank" ? now.direction : "rising";
  const trump = how !== "rank" ? now.trump : null;
  return hand.toSorted((a, b) => {
    const [x, y] = [a, b].map(({ card }) => keyOf(kind, card, direction, trump));
    return x![0]! - y![0]! || x![1]! - y![1]!;
  });
}

/** What makes neighbours in a hand belong together. */
export function groupOf(kind: Kind, card: string, direction: string): string | number {
  if (kind === "ascenseur") return french(card).suit;
  return kind === "auf-ab" ? counting(card, direction) : twoWay(card).active;
}
