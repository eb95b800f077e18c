// What one's own decisions cost in matches that were reviewed in this browser. A review is kept by the server
// only once it is whole and shared; one's own profile shows a match as soon as one's own decisions are measured.
import type { MatchCost, MatchResultShown } from "../protocol";
import { storage } from "../storage";

/** A match without what only the profile knows of it: when it was, and whether moves were taken back. */
export type OwnCost = Omit<MatchCost, "at" | "undone">;

/** So many are kept, the newest first. */
const most = 50;

export function keepOwnCost(found: OwnCost): void {
    const others = storage.ownCosts().filter(({ replay }) => replay !== found.replay);
    const kept = [found, ...others].slice(0, most);
    if (JSON.stringify(kept) !== JSON.stringify(storage.ownCosts())) storage.saveOwnCosts(kept);
}

interface Decisions {
    measured: readonly MatchCost[];
    /** The replays of matches without a review. */
    unmeasured: readonly string[];
}

/** The decisions of a profile with those that were measured here; what the server keeps comes first. */
export function withOwnCosts(decisions: Decisions, results: readonly MatchResultShown[]): Decisions {
    const own = storage.ownCosts().flatMap((cost): MatchCost[] => {
        const match = results.find(({ replay, seat }) => replay === cost.replay && seat === cost.seat);
        if (!match || !decisions.unmeasured.includes(cost.replay)) return [];
        return [{ ...cost, at: match.at, undone: match.undone }];
    });
    const found = new Set(own.map(({ replay }) => replay));
    return {
        measured: [...decisions.measured, ...own].sort((one, other) => one.at - other.at),
        unmeasured: decisions.unmeasured.filter((replay) => !found.has(replay)),
    };
}
