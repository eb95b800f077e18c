// Points as people write them: with a real minus, and a plus where points are won.
import type { SheetRow } from "../protocol";

export function total(points: number): string {
  return String(points).replace("-", "−");
}

export function signed(points: number): string {
  return points > 0 ? `+${points}` : total(points);
}

/** What the sheet says of a seat beside the points: its contract, as tricks won of those bid, or a note. */
export function detail(row: SheetRow, seat: number): string {
  const found = row.details?.[seat];
  // A server that is older says it only with the points.
  if (!found) return row.cells[seat] ?? "";
  return found.contract ? `${found.contract.won}/${found.contract.bid}` : (found.note ?? "");
}
