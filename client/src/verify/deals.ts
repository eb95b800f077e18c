// Deals the cards of a match from the seed again, and compares.
import type { Dealing } from "../games/game";
import { commitment, DealNumbers } from "./random";
import type { Cards, MatchRecord, Proof } from "./record";

export interface Checked {
    number: number;
    /** What the record has, and what follows from the seed. */
    recorded: Cards;
    follows: Cards | null;
    same: boolean;
}

export interface Verdict {
    seedMatches: boolean;
    deals: Checked[];
}

/** Check a match. Without its way of dealing, of a game we do not know, no deal can be right. */
export function verify(record: MatchRecord, proof: Proof, deal: Dealing | null): Verdict {
    return {
        seedMatches: commitment(proof.seed) === proof.commitment && proof.nonces.length === record.seats,
        deals: record.deals.map((recorded, i) => {
            const follows = deal?.(record, new DealNumbers(proof.seed, i + 1, proof.nonces), i) ?? null;
            return { number: i + 1, recorded, follows, same: follows !== null && alike(recorded, follows) };
        }),
    };
}

/** Whether everybody has the same cards, in whatever order they are held. */
function alike(a: Cards, b: Cards): boolean {
    const sorted = ({ hands }: Cards): string => hands.map((hand) => hand.split(" ").sort().join(" ")).join("|");
    return sorted(a) === sorted(b) && a.dealer === b.dealer && a.upcard === b.upcard;
}
