// The deals that decided a match, worked out from its score sheet: where the leader's margin over the
// best of the others changed most.
import type { SheetRow } from "../protocol";

export interface TurningPoint {
    deal: number;
    /** The lead was taken or shared, the leader pulled away, or the best of the others caught up. */
    kind: "lead" | "level" | "ahead" | "closer";
    /** Whose turning point it is, and the points that this deal gave them. */
    seat: number;
    points: number;
    /** By how much the margin changed. */
    swing: number;
    /** What the seat had after the deal, and the best of the others. */
    total: number;
    rest: number;
}

type Scored = Pick<SheetRow, "number" | "points" | "void">;
const most = 3;

function bestOfOthers(totals: readonly number[], seat: number): number {
    return Math.max(...totals.filter((_, other) => other !== seat));
}

function margin(totals: readonly number[], seat: number): number {
    return totals[seat]! - bestOfOthers(totals, seat);
}

function leadersOf(totals: readonly number[]): number[] {
    const best = Math.max(...totals);
    return totals.flatMap((total, seat) => (total === best ? [seat] : []));
}

/** After each deal that counts: its row and the totals before and after it. */
function history(rows: readonly Scored[]): { row: Scored; before: number[]; after: number[] }[] {
    let totals: number[] = [];
    return rows
        .filter((row) => !row.void)
        .map((row) => {
            const before = row.points.map((_, seat) => totals[seat] ?? 0);
            totals = row.points.map((points, seat) => before[seat]! + points);
            return { row, before, after: totals };
        });
}

/** At most three, and at most one in two deals; in the order in which they were played. */
export function turningPoints(rows: readonly Scored[]): TurningPoint[] {
    const deals = history(rows);
    const found = deals.flatMap(({ row, before, after }, i): TurningPoint[] => {
        // Of several who lead together, the one who has just come up.
        const [leader] = leadersOf(after).sort((a, b) => margin(before, a) - margin(before, b)) as [number];
        const swing = margin(after, leader) - margin(before, leader);
        if (after.length < 2 || swing === 0) return [];
        const chaser = after.findIndex((total, seat) => seat !== leader && total === bestOfOthers(after, leader));
        const seat = swing > 0 ? leader : chaser;
        const wasAhead = i === 0 || margin(before, leader) > 0;
        const isAhead = margin(after, leader) > 0;
        const kind = swing < 0 ? "closer" : !isAhead ? "level" : wasAhead ? "ahead" : "lead";
        return [
            {
                deal: row.number,
                kind,
                seat,
                points: row.points[seat]!,
                swing: Math.abs(swing),
                total: after[seat]!,
                rest: bestOfOthers(after, seat),
            },
        ];
    });
    // Of two swings alike the one that changed who leads is remembered.
    const weight = ({ swing, kind }: TurningPoint): number => swing + ({ lead: 0.5, level: 0.25 }[kind as string] ?? 0);
    return found
        .sort((a, b) => weight(b) - weight(a) || a.deal - b.deal)
        .slice(0, Math.min(most, Math.floor(deals.length / 2)))
        .sort((a, b) => a.deal - b.deal);
}

export interface Comeback {
    seat: number;
    /** The latest deal after which the seat was last, alone. */
    deal: number;
}

/** Whoever leads alone after the last of these rows and was last before; null at a table of two. */
export function comeback(rows: readonly Scored[]): Comeback | null {
    const deals = history(rows);
    const end = deals.at(-1)?.after ?? [];
    const seat = end.indexOf(Math.max(...end));
    if (end.length < 3 || margin(end, seat) <= 0) return null;
    const last = deals.findLast(({ after }) => after.every((total, other) => other === seat || total > after[seat]!));
    return last ? { seat, deal: last.row.number } : null;
}

/** What the last of these rows has changed at the top: who leads alone now and did not before. */
export function momentOf(rows: readonly Scored[]): { kind: "comeback" | "lead"; seat: number } | null {
    const deals = history(rows);
    const last = deals.at(-1);
    if (!last || last.row !== rows.at(-1) || deals.length < 2) return null;
    const { before, after } = last;
    const seat = after.indexOf(Math.max(...after));
    if (margin(after, seat) <= 0 || margin(before, seat) > 0) return null;
    return { kind: comeback(rows)?.deal === deals.at(-2)!.row.number ? "comeback" : "lead", seat };
}
