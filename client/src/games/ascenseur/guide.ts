// What a player is told in the first match of Ascenseur.
import { anySteps } from "../../guide/guide";
import type { AscenseurDeal } from "../../protocol";
import { say } from "../../words.svelte";
import { suitNamed } from "./face";

const bidding = ({ legal }: AscenseurDeal): boolean => legal[0]!.startsWith("bid ");
const mustFollow = ({ legal, sight }: AscenseurDeal): boolean => sight.trick.length > 0 && legal.length < sight.hand.length;

/** The bid and the tricks so far, of somebody who has bid. */
function contract({ sight }: AscenseurDeal, you: number): { bid: number; won: number } | null {
  const bid = sight.bids[you] ?? null;
  return bid === null ? null : { bid, won: sight.tricks[you] ?? 0 };
}

export const steps = anySteps<AscenseurDeal>([
  { name: "bid", outline: "bids", when: ({ deal }) => (bidding(deal) ? {} : null) },
  {
    name: "hook",
    outline: "bids",
    when({ deal }) {
      if (!bidding(deal) || deal.legal.length > deal.sight.cards) return null;
      const free = new Set(deal.legal.map((move) => Number(move.slice("bid ".length))));
      const barred = Array.from({ length: deal.sight.cards + 1 }, (_, bid) => bid).find((bid) => !free.has(bid));
      return { n: deal.sight.cards, bid: barred ?? 0 };
    },
  },
  {
    name: "follow",
    outline: "hand",
    when: ({ deal }) =>
      !bidding(deal) && mustFollow(deal)
        ? { suit: say(`web.cards.suit.${suitNamed(deal.sight.trick[0]!.at(-1)!)}`) }
        : null,
  },
  {
    name: "lead",
    outline: "hand",
    when: ({ deal }) => (!bidding(deal) && deal.sight.trick.length === 0 ? {} : null),
  },
  {
    name: "enough",
    outline: "contract",
    when({ deal, you }) {
      const now = bidding(deal) ? null : contract(deal, you);
      return now && now.won === now.bid ? { bid: now.bid } : null;
    },
  },
  {
    name: "more",
    outline: "contract",
    when({ deal, you }) {
      const now = bidding(deal) ? null : contract(deal, you);
      return now && now.won < now.bid ? { bid: now.bid, won: now.won, n: now.bid - now.won } : null;
    },
  },
]);
