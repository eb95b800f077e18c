// The lines of a match, worked out from its accounts: points added up from deal to deal.
import type { Account } from "./accounts";

export interface Line {
    name: string;
    /** After each deal. */
    values: number[];
}

function added(values: number[]): number[] {
    let sum = 0;
    return values.map((value) => (sum += value));
}

const at = (accounts: readonly Account[], deal: number, seat: number): Account | undefined =>
    accounts.find((each) => each.deal === deal && each.seat === seat);

/** One seat's points: those scored, those without luck, and what the best known moves would have brought. */
export function ownLines(
    accounts: readonly Account[],
    deals: readonly number[],
    seat: number,
    names: [string, string, string],
): Line[] {
    const rows = deals.map((deal) => at(accounts, deal, seat));
    return [
        { name: names[0], values: added(rows.map((row) => row?.result ?? 0)) },
        { name: names[1], values: added(rows.map((row) => (row ? row.cards + row.play : 0))) },
        { name: names[2], values: added(rows.map((row) => row?.cards ?? 0)) },
    ];
}

/** What each seat's decisions have cost. */
export function costLines(accounts: readonly Account[], deals: readonly number[], players: readonly string[]): Line[] {
    return players.map((name, seat) => ({
        name,
        values: added(deals.map((deal) => at(accounts, deal, seat)?.play ?? 0)),
    }));
}

export interface Turning {
    deal: number;
    seat: number;
    kind: "luck" | "cost";
    points: number;
}

/** So many are marked, and nothing less than a point. */
const MOST = 3;
const LEAST = 1;

/** The deals in which luck or decisions made most difference, in the order of play. */
export function turningPoints(accounts: readonly Account[], seat: number | null): Turning[] {
    const own = accounts.filter((each) => seat === null || each.seat === seat);
    return own
        .flatMap(({ deal, seat: who, luck, play, mistakes }): Turning[] => [
            { deal, seat: who, kind: "luck", points: luck },
            // What is within chance turns nothing.
            { deal, seat: who, kind: "cost", points: mistakes > 0 ? play : 0 },
        ])
        .filter(({ kind, points }) => Math.abs(points) >= LEAST && (kind === "cost" || seat !== null))
        .sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
        .slice(0, MOST)
        .sort((a, b) => a.deal - b.deal);
}
