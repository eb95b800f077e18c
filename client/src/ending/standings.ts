// Where everybody stands: the places of a match, shared where totals are equal.

export interface Standing {
    seat: number;
    total: number;
    /** From 1; equal totals share a place, and the next one is left out. */
    place: number;
    /** How many different places lie below. */
    level: number;
}

/** The best first. Winners stand before others with the same total. */
export function standings(totals: readonly number[], winners: readonly number[] = []): Standing[] {
    const better = (a: number, b: number): number =>
        totals[b]! - totals[a]! || Number(winners.includes(b)) - Number(winners.includes(a));
    const seats = totals.map((_, seat) => seat).sort((a, b) => better(a, b) || a - b);
    const placed = seats.map((seat) => ({
        seat,
        total: totals[seat]!,
        place: 1 + seats.filter((other) => better(other, seat) < 0).length,
    }));
    const places = [...new Set(placed.map(({ place }) => place))];
    return placed.map((each) => ({ ...each, level: places.length - 1 - places.indexOf(each.place) }));
}
