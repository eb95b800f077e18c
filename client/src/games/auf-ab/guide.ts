// What a player is told in the first match of Auf & Ab.
import { anySteps, type Moment } from "../../guide/guide";
import { sinceOwn } from "../../guide/others";
import type { AufAbDeal } from "../../protocol";
import { layings } from "./moves";

const leads = ({ sight }: AufAbDeal): boolean => sight.trick.length === 0;
/** The size of the melds in this trick: `0-0 0-1 x3`. */
const size = ({ sight }: AufAbDeal): number => Number(sight.trick[0]?.[1].split(" x").at(-1) ?? 1);
const canLay = ({ legal }: AufAbDeal): boolean => legal.some((move) => move !== "pass");

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
        name: "follow-rising",
        outline: "hand",
        when: ({ deal }) =>
            !leads(deal) && canLay(deal) && deal.sight.direction === "rising" ? { n: size(deal) } : null,
    },
    {
        name: "follow-falling",
        outline: "hand",
        when: ({ deal }) =>
            !leads(deal) && canLay(deal) && deal.sight.direction === "falling" ? { n: size(deal) } : null,
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
        when: ({ deal }) => (layings(deal.legal).some(({ cards, size }) => size > cards.length) ? {} : null),
        did: (event) => event.type === "laid" && event.size > event.cards.length,
    },
    {
        name: "pass",
        outline: "actions",
        when: ({ deal }) => (canLay(deal) ? null : {}),
    },
    // Why the others did that.
    {
        name: "went-on",
        outline: "nothing",
        when(now) {
            const laid = othersDid(now).filter(({ type }) => type === "laid");
            const [last, before] = laid;
            if (last?.type !== "laid" || before?.type !== "laid" || last.seat !== before.seat) return null;
            return { player: now.names[last.seat] ?? "" };
        },
    },
    {
        name: "passed",
        outline: "nothing",
        when(now) {
            const passed = othersDid(now).find(({ type }) => type === "passed");
            return passed?.type === "passed" && !leads(now.deal) ? { player: now.names[passed.seat] ?? "" } : null;
        },
    },
]);
