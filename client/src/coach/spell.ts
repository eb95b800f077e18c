// Fills the sentences that the server's own words have in common with the page: numbers are written as
// Python writes them (`src/funicular/lang/reader.py`), so that both say the same of the same values.
import { say, sentence } from "../words.svelte";

export type Spelled = string | number | string[];

const MINUS = "\u2212";

/** A whole number; halves go to the even one, as in Python. */
function whole(value: number): number {
    const below = Math.floor(value);
    const rest = value - below;
    return rest < 0.5 || (rest === 0.5 && below % 2 === 0) ? below : below + 1;
}

/** A share as a percentage. */
export function percent(share: number): string {
    return say("number.percent", { value: String(whole(100 * share)) });
}

/** With two digits after the point. Eighths lie just between two of them: those go to the even one. */
export function hundredths(value: number): string {
    const tie = Number.isInteger(8 * value) && (8 * value) % 2 !== 0;
    const text = (tie ? whole(100 * value) / 100 : value).toFixed(2);
    // Nothing is less than nothing.
    const shown = Number(text) === 0 ? "0.00" : text.replace("-", MINUS);
    return shown.replace(".", say("number.point"));
}

/** The sentence of this key with its values: `{share:percent}`, `{value:hundredths}`, `{moves:list}`. */
export function spell(key: string, values: Record<string, Spelled>): string {
    return sentence(key, Number(values.n)).replace(/\{(\w+)(?::(\w+))?\}/g, (all, name: string, form?: string) => {
        const value = values[name];
        if (value === undefined) return all;
        if (form === "percent") return percent(Number(value));
        if (form === "hundredths") return hundredths(Number(value));
        return Array.isArray(value) ? value.join(", ") : String(value);
    });
}
