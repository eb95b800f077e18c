// Points as a review writes them: two digits, a proper sign.
import { withMinus } from "../numbers";
import { lang } from "../words.svelte";

const made = new Map<string, Intl.NumberFormat>();

function format(kind: "points" | "signed"): Intl.NumberFormat {
    const key = `${kind} ${lang()}`;
    let found = made.get(key);
    if (!found) {
        const options: Intl.NumberFormatOptions = {
            minimumFractionDigits: 2,
            maximumFractionDigits: 2,
            ...(kind === "signed" ? { signDisplay: "exceptZero" } : {}),
        };
        made.set(key, (found = new Intl.NumberFormat(lang(), options)));
    }
    return found;
}

// Nothing is less than nothing: −0.00 is 0.00.
const tidy = (value: number): number => Math.round(value * 100) / 100 + 0;

export const points = (value: number): string => withMinus(format("points").format(tidy(value)));
export const signed = (value: number): string => withMinus(format("signed").format(tidy(value)));
