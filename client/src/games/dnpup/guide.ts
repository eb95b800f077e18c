// What a player is told in the first match of dnpup.
import { anySteps, type Moment } from "../../guide/guide";
import { sinceOwn } from "../../guide/others";
import type { DnpupDeal } from "../../protocol";
import { twoWay } from "./face";
import { adds, plays, takes } from "./moves";
import { ownerOf } from "./zones";

/** So few cards in hand that the end is near. */
const few = 3;

/** A player whose meld could be sent home now: as many cards, and a lower value. */
function beatable({ deal, you }: Moment<DnpupDeal>): number | null {
    const options = plays(deal.legal).map(({ cards, size }) => ({ size, value: twoWay(cards[0]!).active }));
    for (const [zone, meld] of Object.entries(deal.sight.melds)) {
        const seat = ownerOf(zone);
        // The last meld of a player who is out is discarded; it goes home to nobody.
        if (seat === you || meld.length === 0 || deal.sight.out.includes(seat)) continue;
        const value = twoWay(meld[0]!).active;
        if (options.some((option) => option.size === meld.length && option.value > value)) return seat;
    }
    return null;
}

/** The latest thing of this kind that another has done since one's own last move. */
function another(now: Moment<DnpupDeal>, kind: "flipped" | "taken" | "added"): string | null {
    const own = ["played", "added", "taken", "flipped"];
    const did = sinceOwn<DnpupDeal>(now, ({ type }) => own.includes(type)).find(({ type }) => type === kind);
    return did && "seat" in did ? (now.names[did.seat] ?? "") : null;
}

export const steps = anySteps<DnpupDeal>([
    {
        name: "out",
        outline: "hand",
        when: ({ deal }) => (deal.sight.hand.length <= few && deal.sight.out.length === 0 ? {} : null),
    },
    {
        name: "out-second",
        outline: "hand",
        when: ({ deal }) => (deal.sight.hand.length <= few && deal.sight.out.length > 0 ? {} : null),
    },
    {
        name: "lay",
        outline: "hand",
        when: ({ deal }) => (plays(deal.legal).length > 0 ? {} : null),
        did: (event) => event.type === "played",
    },
    {
        name: "beat",
        outline: "melds",
        when(now) {
            const seat = beatable(now);
            return seat === null ? null : { player: now.names[seat] ?? "" };
        },
        did: (event) => event.type === "played",
    },
    {
        name: "add",
        outline: "melds",
        when: ({ deal }) => (adds(deal.legal).length > 0 ? {} : null),
        did: (event) => event.type === "added",
    },
    {
        name: "take",
        outline: "melds",
        when: ({ deal }) => (takes(deal.legal).length > 0 ? {} : null),
        did: (event) => event.type === "taken",
    },
    {
        name: "flip",
        outline: "actions",
        when: ({ deal }) => (deal.legal.includes("flip") ? {} : null),
        did: (event) => event.type === "flipped",
    },
    // Why the others did that.
    {
        name: "flipped",
        outline: "nothing",
        when(now) {
            const player = another(now, "flipped");
            return player === null ? null : { player };
        },
    },
    {
        name: "taken",
        outline: "nothing",
        when(now) {
            const player = another(now, "taken");
            return player === null ? null : { player };
        },
    },
    {
        name: "added",
        outline: "nothing",
        when(now) {
            const player = another(now, "added");
            return player === null ? null : { player };
        },
    },
]);
