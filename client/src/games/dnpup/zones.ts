// The zones of a dnpup table and the moves that concern them. With two players a seat has two zones,
// named `seat.number`; otherwise one, named like the seat.

export function zonesOf(seats: number): string[][] {
  return Array.from({ length: seats }, (_, seat) =>
    seats === 2 ? [`${seat}.1`, `${seat}.2`] : [`${seat}`],
  );
}

export function ownerOf(zone: string): number {
  return Number(zone.split(".")[0]);
}

/** "1" or "2" where a seat has two zones, else "". */
export function numberOf(zone: string): string {
  return zone.split(".")[1] ?? "";
}

export interface Adding {
  move: string;
  card: string;
  zone: string;
}

export function adds(legal: string[]): Adding[] {
  return legal.flatMap((move) => {
    const found = /^add (\S+) to (\S+)$/.exec(move);
    return found ? [{ move, card: found[1]!, zone: found[2]! }] : [];
  });
}

export function takes(legal: string[]): { move: string; zone: string }[] {
  return legal.flatMap((move) => {
    const found = /^take (\S+)$/.exec(move);
    return found ? [{ move, zone: found[1]! }] : [];
  });
}
