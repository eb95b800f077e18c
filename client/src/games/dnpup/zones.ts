// The zones of a dnpup table. With two players a seat has two zones,
// named `seat.number`; otherwise one, named like the seat.

export function zonesOf(seats: number): string[][] {
    return Array.from({ length: seats }, (_, seat) => (seats === 2 ? [`${seat}.1`, `${seat}.2`] : [`${seat}`]));
}

export function ownerOf(zone: string): number {
    return Number(zone.split(".")[0]);
}

/** "1" or "2" where a seat has two zones, else "". */
export function numberOf(zone: string): string {
    return zone.split(".")[1] ?? "";
}
