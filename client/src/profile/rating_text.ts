// A rating as it is written: the value, and two standard deviations to either side.
import { lang } from "../words.svelte";

export function ratingText(value: number, deviation: number): string {
    const one = new Intl.NumberFormat(lang(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    return `${one.format(value)}\u00a0±\u00a0${one.format(2 * deviation)}`;
}
