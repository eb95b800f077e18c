// What a player is told in the first match of Ascenseur.
import { anySteps, type Moment } from "../../guide/guide";
import { sinceOwn } from "../../guide/others";
import type { AscenseurDeal } from "../../protocol";
import { say } from "../../words.svelte";
import { suitNamed } from "./face";

const bidding = ({ legal }: AscenseurDeal): boolean => legal[0]!.startsWith("bid ");
const mustFollow = ({ legal, sight }: AscenseurDeal): boolean =>
    sight.trick.length > 0 && legal.length < sight.hand.length;

/** The bid and the tricks so far, of somebody who has bid. */
function contract({ sight }: AscenseurDeal, you: number): { bid: number; won: number } | null {
    const bid = sight.bids[you] ?? null;
    return bid === null ? null : { bid, won: sight.tricks[you] ?? 0 };
}

interface OffSuit {
    seat: number;
    led: string;
    card: string;
}

/** The latest card of another, since one's own, that does not follow the suit led. */
function offSuit({ told, you }: Moment<AscenseurDeal>): OffSuit | null {
    let found: OffSuit | null = null;
    let trick: string[] = [];
    for (const { event } of told) {
        if (event.type === "trick") trick = [];
        if (event.type !== "played") continue;
        const led = trick[0]?.at(-1) ?? event.card.at(-1)!;
        if (event.seat === you) found = null;
        else if (event.card.at(-1) !== led) found = { seat: event.seat, led, card: event.card };
        trick = [...trick, event.card];
    }
    return found;
}

/** Who of the others has taken a trick since one's own last card, with the bid and the tricks. */
function tookOne(now: Moment<AscenseurDeal>): { player: string; bid: number; n: number } | null {
    const last = sinceOwn<AscenseurDeal>(now, ({ type }) => type === "played").find(({ type }) => type === "trick");
    if (last?.type !== "trick" || last.seat === now.you) return null;
    const its = contract(now.deal, last.seat);
    return its && { player: now.names[last.seat] ?? "", bid: its.bid, n: its.bid - its.won };
}

const suitOf = (letter: string): string => say(`web.cards.suit.${suitNamed(letter)}`);

export const steps = anySteps<AscenseurDeal>([
    {
        name: "bid",
        outline: "bids",
        when: ({ deal }) => (bidding(deal) && deal.sight.trump !== null ? {} : null),
    },
    {
        name: "bid-no-trumps",
        outline: "bids",
        when: ({ deal }) => (bidding(deal) && deal.sight.trump === null ? {} : null),
    },
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
            const n = now ? now.bid - now.won : 0;
            return now && n > 0 && n <= deal.sight.hand.length ? { ...now, n } : null;
        },
    },
    {
        name: "missed",
        outline: "contract",
        when({ deal, you }) {
            const now = bidding(deal) ? null : contract(deal, you);
            const missed = now && (now.won > now.bid || now.bid - now.won > deal.sight.hand.length);
            return missed ? now : null;
        },
    },
    // Why the others did that.
    {
        name: "ruffed",
        outline: "nothing",
        when(now) {
            const off = offSuit(now);
            if (off?.card.at(-1) !== now.deal.sight.trump) return null;
            return { player: now.names[off.seat] ?? "", suit: suitOf(off.led) };
        },
    },
    {
        name: "thrown",
        outline: "nothing",
        when(now) {
            const off = offSuit(now);
            if (off === null || off.card.at(-1) === now.deal.sight.trump) return null;
            return { player: now.names[off.seat] ?? "", suit: suitOf(off.led) };
        },
    },
    {
        name: "hunts",
        outline: "nothing",
        when(now) {
            const its = tookOne(now);
            return its && its.n > 0 ? its : null;
        },
    },
    {
        name: "ducks",
        outline: "nothing",
        when(now) {
            const its = tookOne(now);
            return its?.n === 0 ? its : null;
        },
    },
]);
