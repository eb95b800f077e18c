// Luck and skill apart, as the kernel counts them: what a seat's position promised at its first choice of a
// deal are its cards; what its decisions cost is its play; whatever else made the points is luck.
import { ask } from "../api";
import type { AccountsShown, DealAccount, DecisionShown, JudgedShown, PositionsShown } from "../protocol";

export type Account = DealAccount;

/** A decision that was a choice, with what was measured of it; null until it is. */
export interface Choice {
    /** Its place among all choices of the match. */
    place: number;
    at: DecisionShown;
    judged: JudgedShown | null;
    /** Too close to call: the difference is within chance. */
    close: boolean;
}

export const cost = (judged: JudgedShown): number => Math.max(0, judged.difference);

/** The decisions that had a choice, in the order of play. */
export function choicesOf(positions: Pick<PositionsShown, "decisions">): DecisionShown[] {
    return positions.decisions.filter(({ numbers }) => numbers !== null);
}

/** Those that cost most, the costliest first; those too close to call come last. */
export function worst(choices: readonly Choice[], seat: number | null): (Choice & { judged: JudgedShown })[] {
    return choices
        .filter(
            (choice): choice is Choice & { judged: JudgedShown } => choice.judged !== null && cost(choice.judged) > 0,
        )
        .filter(({ at }) => seat === null || at.seat === seat)
        .sort((a, b) => Number(a.close) - Number(b.close) || cost(b.judged) - cost(a.judged));
}

/** An account for each deal and each seat whose choices in it are all measured, and which are too close to call. */
export async function accountsOf(
    { id, game, players, deals, decisions }: PositionsShown,
    judged: readonly (JudgedShown | null)[],
): Promise<AccountsShown> {
    const kernel = await import("../kernel/kernel");
    const choices = choicesOf({ decisions }).map(({ deal, seat }, place) => ({
        deal,
        seat,
        judged: judged[place] ?? null,
    }));
    if (kernel.available())
        try {
            const asked = { game, seats: players.length, deals: deals.map(({ points }) => points), choices };
            return await kernel.accounts(asked);
        } catch (error) {
            // A browser may refuse to start the worker only once it is asked to.
            if ((error as Error).name !== "KernelMissing") throw error;
        }
    const body = JSON.stringify({ judged: choices.map((choice) => choice.judged) });
    const headers = { "content-type": "application/json" };
    return ask(`/api/replays/${encodeURIComponent(id)}/accounts`, { method: "POST", headers, body });
}

export type Sum = Omit<Account, "deal" | "seat">;

export function sumOf(accounts: readonly Account[]): Sum {
    const sum = { result: 0, cards: 0, play: 0, luck: 0, mistakes: 0 };
    for (const each of accounts)
        for (const name of ["result", "cards", "play", "luck", "mistakes"] as const) sum[name] += each[name];
    return sum;
}
