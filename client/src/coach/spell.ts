// Fills the sentences that the server's own words have in common with the page: numbers are written as
// Python writes them (`src/funicular/lang/reader.py`), so that both say the same of the same values.
import { say, sentence } from "../words.svelte";

export type Spelled = string | number | string[];

const MINUS = "\u2212";

/** A whole number; halves go to the even one, as in Python. */
export function whole(value: number): number {
    const below = Math.floor(value);
    const rest = value - below;
    return rest < 0.5 || (rest === 0.5 && below % 2 === 0) ? below : below + 1;
}

/** To one digit after the point, and so in Python: quarters lie just between two of them. */
export function tenths(value: number): number {
    const tie = Number.isInteger(4 * value) && !Number.isInteger(2 * value);
    return tie ? whole(10 * value) / 10 : Number(value.toFixed(1));
}

/** Points as people say them: whole ones from two on, tenths below. */
export const about = (value: number): number => (Math.abs(value) >= 2 ? whole(value) : tenths(value));

/** A number with the digits that it has. Nothing is less than nothing. */
function decimal(value: number): string {
    return String(value + 0)
        .replace("-", MINUS)
        .replace(".", say("number.point"));
}

/** A share as a percentage. */
export function percent(share: number): string {
    return say("number.percent", { value: String(whole(100 * share)) });
}

/** A chance that is an estimate is said no more closely to certainty than this. */
export const ALMOST = 0.97;
/** What a chance of 0 comes to that was never seen otherwise, and may be. */
export const UNSURE = 0.01;

/** A chance as people may be told it: 1 and 0 only where that is certain. */
export const stated = (share: number, certain = false): number =>
    certain ? share : Math.min(Math.max(share, UNSURE), 1 - UNSURE);

/** A percentage that says 0% and 100% only of what is so: no estimate goes beyond 97%. */
export function chance(share: number): string {
    if (share > ALMOST && share < 1) return say("number.percent-over", { value: String(whole(100 * ALMOST)) });
    if (share > 0 && share < 1 - ALMOST)
        return say("number.percent-under", { value: String(whole(100 * (1 - ALMOST))) });
    return percent(share);
}

/** The sentence of this key with its values: `{share:percent}`, `{value:decimal}`, `{moves:list}`. */
export function spell(key: string, values: Record<string, Spelled>): string {
    return sentence(key, Number(values.n)).replace(/\{(\w+)(?::(\w+))?\}/g, (all, name: string, form?: string) => {
        const value = values[name];
        if (value === undefined) return all;
        if (form === "percent") return percent(Number(value));
        if (form === "chance") return chance(Number(value));
        if (form === "decimal") return decimal(Number(value));
        return Array.isArray(value) ? value.join(", ") : String(value);
    });
}
