// What a player is told in the first match of Auf & Ab.
import { anySteps, type Moment } from "../../guide/guide";
import { sinceOwn } from "../../guide/others";
import type { AufAbDeal } from "../../protocol";
import { counted } from "../../board/numbers";
import { counting } from "./face";
import { layings, openingCard } from "./moves";

const leads = ({ sight }: AufAbDeal): boolean => sight.trick.length === 0;
const canLay = ({ legal }: AufAbDeal): boolean => legal.some((move) => move !== "pass");

/** The meld that lies on top, and whose it is; null while nothing lies. */
function top({ sight }: AufAbDeal): { seat: number; size: number; value: number } | null {
    const [seat, text] = sight.trick.at(-1) ?? [];
    if (seat === undefined || text === undefined) return null;
    const { cards, size } = layings([text])[0]!;
    return { seat, size, value: counting(cards[0]!, sight.direction) };
}

/** The meld of one's own on which all others have passed; null where it is not so. */
function winning({ deal, you }: Moment<AufAbDeal>): { size: number; value: number } | null {
    const meld = top(deal);
    return meld?.seat === you ? meld : null;
}

/** What is to be beaten, with as many cards; null where none of one's own does. */
function toBeat(now: Moment<AufAbDeal>, direction: string): { n: number } | null {
    const meld = top(now.deal);
    if (!meld || meld.seat === now.you || now.deal.sight.direction !== direction) return null;
    return layings(now.deal.legal).some(({ cards }) => cards.length === meld.size) ? { n: meld.size } : null;
}

/** A meld that follows with one card less, since a double counts twice in it. */
const byDouble = ({ legal }: AufAbDeal): { size: number; cards: string[] } | undefined =>
    layings(legal).find(({ cards, size }) => size > cards.length);

/** What the others have done in this trick since one's own last move, the latest first. */
function othersDid(now: Moment<AufAbDeal>): AufAbDeal["told"][number]["event"][] {
    const did = sinceOwn<AufAbDeal>(now, ({ type }) => type === "laid" || type === "passed");
    const end = did.findIndex(({ type }) => type === "trick");
    return end < 0 ? did : did.slice(0, end);
}

export const steps = anySteps<AufAbDeal>([
    {
        // Which tells it while the hand has just turned.
        name: "turned",
        outline: "direction",
        when({ deal, told }) {
            const last = told.findLast(({ event }) => event.type === "trick" || event.type === "turned");
            return leads(deal) && last?.event.type === "turned" ? {} : null;
        },
    },
    {
        name: "opening",
        outline: "hand",
        when({ deal }) {
            const card = openingCard(deal);
            return card === null ? null : { card };
        },
    },
    {
        name: "group-rising",
        outline: "hand",
        when: ({ deal }) => (leads(deal) && deal.sight.direction === "rising" ? {} : null),
    },
    {
        name: "group-falling",
        outline: "hand",
        when: ({ deal }) => (leads(deal) && deal.sight.direction === "falling" ? {} : null),
    },
    {
        name: "win",
        outline: "actions",
        when(now) {
            const meld = winning(now);
            return meld && !canLay(now.deal) ? counted(meld.size, meld.value) : null;
        },
    },
    {
        name: "win-or-on",
        outline: "actions",
        when(now) {
            const meld = winning(now);
            return meld && canLay(now.deal) ? counted(meld.size, meld.value) : null;
        },
    },
    {
        name: "follow-rising",
        outline: "hand",
        when: (now) => toBeat(now, "rising"),
    },
    {
        name: "follow-falling",
        outline: "hand",
        when: (now) => toBeat(now, "falling"),
    },
    {
        name: "again",
        outline: "hand",
        when({ deal, told, you }) {
            const last = told.findLast(({ event }) => event.type === "trick")?.event;
            return leads(deal) && last?.type === "trick" && last.seat === you ? {} : null;
        },
    },
    {
        name: "double",
        outline: "hand",
        when: ({ deal }) => (leads(deal) && byDouble(deal) ? {} : null),
        did: (event) => event.type === "laid" && event.size > event.cards.length,
    },
    {
        // Following, how often it counts is settled by the trick.
        name: "double-twice",
        outline: "hand",
        when({ deal }) {
            const meld = leads(deal) ? undefined : byDouble(deal);
            return meld ? { n: meld.cards.length, size: meld.size } : null;
        },
        did: (event) => event.type === "laid" && event.size > event.cards.length,
    },
    {
        name: "pass",
        outline: "actions",
        when: (now) => (canLay(now.deal) || winning(now) ? null : {}),
    },
    // Why the others did that.
    {
        name: "passed",
        outline: "nothing",
        when(now) {
            const passed = othersDid(now).find(({ type }) => type === "passed");
            return passed?.type === "passed" && !leads(now.deal) ? { player: now.names[passed.seat] ?? "" } : null;
        },
    },
]);
