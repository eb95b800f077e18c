// A root of 128 bits as words that can be read out: proquints, five letters for 16 bits, consonants and
// vowels in turn, and a ninth word that tells a mistyped phrase. Whatever stands between them does not
// matter, nor does the case.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";

const consonants = "bdfghjklmnprstvz";
const vowels = "aiou";
/** How many bits each letter of a word has, from the left. */
const letters: [alphabet: string, shift: number][] = [
    [consonants, 12],
    [vowels, 10],
    [consonants, 6],
    [vowels, 4],
    [consonants, 0],
];
const rootBytes = 16;
const wordLength = letters.length;

function word(bits: number): string {
    return letters.map(([alphabet, shift]) => alphabet[(bits >> shift) & (alphabet.length - 1)]).join("");
}

function bits(text: string): number | null {
    let sum = 0;
    for (const [place, [alphabet, shift]] of letters.entries()) {
        const found = alphabet.indexOf(text[place] ?? "?");
        if (found < 0) return null;
        sum += found << shift;
    }
    return sum;
}

/** The words of these bytes, and one more for their checksum. */
export function phraseOf(root: string): string {
    const bytes = hexToBytes(root);
    const sum = sha256(bytes);
    const all = [...bytes, sum[0]!, sum[1]!];
    const words = [];
    for (let place = 0; place < all.length; place += 2) words.push(word((all[place]! << 8) | all[place + 1]!));
    return words.join("-");
}

/** The root that a typed phrase stands for; null where there is a mistake in it. */
export function rootOf(typed: string): string | null {
    const text = typed.toLowerCase().replace(/[^a-z]/g, "");
    if (text.length !== (rootBytes / 2 + 1) * wordLength) return null;
    const bytes: number[] = [];
    for (let place = 0; place < text.length; place += wordLength) {
        const found = bits(text.slice(place, place + wordLength));
        if (found === null) return null;
        bytes.push(found >> 8, found & 255);
    }
    const root = Uint8Array.from(bytes.slice(0, rootBytes));
    const sum = sha256(root);
    const same = bytes[rootBytes] === sum[0] && bytes[rootBytes + 1] === sum[1];
    return same ? bytesToHex(root) : null;
}
