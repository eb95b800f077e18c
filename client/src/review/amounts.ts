// Points and shares as people say them: whole points, tenths where that says nothing, percent as the language
// has it. What a measurement leaves open stands behind a tap, in full.
import { about } from "../coach/spell";
import { signedText, withMinus } from "../numbers";
import { lang } from "../words.svelte";

const made = new Map<string, Intl.NumberFormat>();

function format(kind: "plain" | "exact"): Intl.NumberFormat {
    const key = `${kind} ${lang()}`;
    let found = made.get(key);
    if (!found) {
        const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
        const options = { plain: {}, exact: digits };
        made.set(key, (found = new Intl.NumberFormat(lang(), options[kind])));
    }
    return found;
}

/** To this many digits; nothing is less than nothing: −0.00 is 0.00. */
const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits + 0;

/** The number as it is said, to choose the form of a sentence by. */
export const said = (value: number): number => about(value) + 0;

export const points = (value: number): string => withMinus(format("plain").format(said(value)));
export const signed = (value: number): string => signedText(said(value), lang());
export const exact = (value: number): string => withMinus(format("exact").format(rounded(value, 2)));

/** Numbers of one table, all with as many digits: averages of few points need a digit more. */
export function alike(values: readonly number[]): (value: number) => string {
    const digits = values.every((value) => Math.abs(value) < 10) ? 1 : 0;
    const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    const text = new Intl.NumberFormat(lang(), options);
    return (value) => withMinus(text.format(rounded(value, digits)));
}

interface Parts {
    result: number;
    cards: number;
    play: number;
    luck: number;
}

/** The parts that make a result, rounded so that they still make it: luck is what the others leave. */
export function addingUp({ result, cards, play }: Parts): Parts {
    const digits = Math.max(Math.abs(result), Math.abs(cards), Math.abs(play)) < 10 ? 1 : 0;
    const whole = { result: rounded(result, digits), cards: rounded(cards, digits), play: rounded(play, digits) };
    return { ...whole, luck: rounded(whole.result - whole.cards - whole.play, digits) };
}
