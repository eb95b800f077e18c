// Points as people write them: with a real minus, and a plus where points are won.
import { withMinus } from "../numbers";
import type { SheetRow } from "../protocol";
import { say } from "../words.svelte";

export function total(points: number): string {
    return withMinus(String(points));
}

export function signed(points: number): string {
    return points > 0 ? `+${points}` : total(points);
}

/** What the sheet says of a seat beside the points: its contract, bid and taken, or a note. */
export function detail(row: SheetRow, seat: number): string {
    const { contract, note } = row.details?.[seat] ?? {};
    return contract ? say("web.score.contract", { won: contract.won, bid: contract.bid }) : (note ?? "");
}
