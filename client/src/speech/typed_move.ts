// A move typed in words: what all games share. Each game has a `typed_move.ts` that finds the moves a
// text may mean, legal or not; here is decided what becomes of them. The words are those of the
// catalogue, several to a key, without accents, and the same that a terminal understands
// (`games/shorthand.py`): `tests/golden/typed_moves.json` is read by the tests of both.
import { say } from "../words.svelte";

/** What was typed: a move, one that may not be made, several it could be, or nothing known. */
export type Typed =
    | { kind: "move"; move: string }
    | { kind: "illegal"; move: string }
    | { kind: "several"; moves: string[] }
    | { kind: "unknown" };

export interface TypedMoves<Sight> {
    /** Every move that the text (small letters, no accents) may mean, as the server writes them. */
    readings(text: string, now: { sight: Sight; legal: string[]; you: number; names: string[] }): string[];
    /** A move in the words that the page has for it, to choose among several. */
    called(move: string, names: string[]): string;
}

/** In small letters, without accents and stray signs. */
export function plain(text: string): string {
    return text
        .normalize("NFD")
        .replace(/\p{M}/gu, "")
        .toLowerCase()
        .replaceAll("œ", "oe")
        .replace(/(?:[,;:!?"'’“”«»\s]|\.(?!\d))+/g, " ")
        .trim();
}

/** The number that this word is, in figures or in words; null for any other word. */
export function numberIn(word: string): number | null {
    if (/^\d{1,2}$/.test(word)) return Number(word);
    if (wordsOf("web.typed.nought").includes(word)) return 0;
    const small = Array.from({ length: 9 }, (_, i) => i + 1);
    return small.find((n) => [say(`number.word.${n}`), `${say(`number.word.${n}`)}s`].includes(word)) ?? null;
}

/** With figures for the numbers that are written as words: `two 4s` is `2 4`. */
export function inFigures(text: string): string {
    return text
        .split(" ")
        .map((word) => (/^\d+$/.test(word) ? word : String(numberIn(word) ?? word.replace(/^(\d+)s$/, "$1"))))
        .join(" ");
}

/** The words that the language has for this. */
export function wordsOf(key: string): string[] {
    return plain(say(key)).split(" ");
}

/** What follows one of these words; null where the text begins with none. A digit may follow at once. */
export function after(text: string, words: string[]): string | null {
    for (const word of words) {
        if (text === word) return "";
        if (text.startsWith(`${word} `)) return text.slice(word.length + 1);
        if (text.startsWith(word) && /^\d/.test(text.slice(word.length))) return text.slice(word.length);
    }
    return null;
}

/** Without these little words. */
export function without(text: string, words: string[]): string {
    return text
        .split(" ")
        .filter((word) => !words.includes(word))
        .join(" ");
}

export function typed(readings: string[], legal: string[]): Typed {
    const moves = [...new Set(readings)];
    const able = moves.filter((move) => legal.includes(move));
    if (able.length > 1) return { kind: "several", moves: able };
    if (able.length === 1) return { kind: "move", move: able[0]! };
    return moves.length > 0 ? { kind: "illegal", move: moves[0]! } : { kind: "unknown" };
}
