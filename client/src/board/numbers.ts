// Small numbers as words, for sentences such as "Lay three 4s".
import { say } from "../words.svelte";

/** Beyond this a figure is easier to read. */
const MOST = 9;

/** What a sentence about so many cards of one value needs. */
export function counted(n: number, value: number): { n: number; count: string; value: number } {
    return { n, count: n <= MOST ? say(`number.word.${n}`) : String(n), value };
}
