// Numbers as a language writes them. The first format takes the browser some 20 ms to make, on a phone four
// times that, so each is made once, and none for small whole numbers, which are nearly all there are.

const plain = new Map<string, Intl.NumberFormat>();
const withSign = new Map<string, Intl.NumberFormat>();

function formatOf(
    made: Map<string, Intl.NumberFormat>,
    lang: string,
    options?: Intl.NumberFormatOptions,
): Intl.NumberFormat {
    let found = made.get(lang);
    if (!found) made.set(lang, (found = new Intl.NumberFormat(lang, options)));
    return found;
}

/** With a real minus, as points are written at the table; browsers write a hyphen in some languages. */
export const withMinus = (text: string): string => text.replace("-", "−");

export const numberText = (value: number, lang: string): string =>
    Number.isInteger(value) && value >= 0 && value < 1000
        ? String(value)
        : withMinus(formatOf(plain, lang).format(value));

/** With + or −, but for 0. */
export const signedText = (value: number, lang: string): string =>
    withMinus(formatOf(withSign, lang, { signDisplay: "exceptZero" }).format(value));
