// What becomes of a move that was prepared before one's turn: it waits, goes out, or is dropped.
import type { AnyDeal, Told } from "../deal";

export interface Plan {
    /** What the move is, as the button says it. */
    text: string;
    /** What it waits for; "" where it is for any turn. */
    waits: string;
    /** The turn that it is for; undefined where another decision of one's own comes first. */
    turn?: number | undefined;
    /** The legal move that this has become, or null where it is none. */
    find(): string | null;
    /** What it is chosen against, in any words: another answer than at first, and it is dropped. */
    against(): string;
}

/** The trick of a deal that a move is for. */
export interface Moment {
    deal: number;
    /** How many tricks are over. */
    tricks: number;
}

export interface Prepared extends Plan {
    for: Moment;
    chosenAgainst: string;
}

/** Why it is dropped: the deal or the trick is over, what lies is another, or the rules forbid it. */
export type Dropped = "deal" | "trick" | "changed" | "illegal";

export type Outcome = { kind: "waits" } | { kind: "goes"; move: string } | { kind: "dropped"; why: Dropped };

export function momentOf(deal: AnyDeal, told: readonly Told[]): Moment {
    return { deal: deal.number, tricks: told.filter(({ event }) => event.type === "trick").length };
}

/** What becomes of it now; `due` when the move is asked for. */
export function outcomeOf(plan: Prepared, now: Moment, due: boolean): Outcome {
    const dropped = (why: Dropped): Outcome => ({ kind: "dropped", why });
    if (now.deal !== plan.for.deal) return dropped("deal");
    if (now.tricks !== plan.for.tricks) return dropped("trick");
    if (plan.against() !== plan.chosenAgainst) return dropped("changed");
    if (!due) return { kind: "waits" };
    const move = plan.find();
    return move === null ? dropped("illegal") : { kind: "goes", move };
}
