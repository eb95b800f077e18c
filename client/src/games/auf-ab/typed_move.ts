// Typing a move of Auf & Ab: `pass`; `4-4 4-5` or `45 44`, in any order and either way round, with `x3`
// for the size where a double could count once or twice; `7 7`, `7x2` or `two 7s`, by the number that
// counts. Sevens that may not be laid are those held, or `7-7`: the rules then say why not.
import type { AufAbDeal, AufAbSight } from "../../protocol";
import { counted } from "../../board/numbers";
import { after, inFigures, type TypedMoves, wordsOf } from "../../speech/typed_move";
import { say } from "../../words.svelte";
import { cardKind } from "./cards";
import { counting } from "./face";
import { layings } from "./moves";

const CARD = /\d ?[-/.] ?\d/g;
const SIZE = /\s*x ?(\d{1,2})?$/;

const card = (text: string): string => text.replaceAll(/\D/g, "").split("").toSorted().join("-");

/** The melds of just these cards, of every size they can have or of the one that is said. */
function ofCards(cards: string[], size: number | null): string[] {
    const order = [...new Set(cards)].toSorted();
    const doubled = order.some((each) => each[0] === each[2]);
    const sizes = size === null ? [order.length, ...(doubled ? [order.length + 1] : [])] : [size];
    return sizes.map((each) => `${order.join(" ")} x${each}`);
}

/** The melds of this value that may be laid; else those held, or the double, to be told why not. */
function ofValue(value: number, size: number | null, { sight, legal }: Pick<AufAbDeal, "sight" | "legal">): string[] {
    if (value > 9) return [];
    const counts = (each: string): boolean => counting(each, sight.direction) === value;
    const able = layings(legal).filter(({ cards, size: its }) => counts(cards[0]!) && (size === null || its === size));
    if (able.length > 0) return able.map(({ move }) => move);
    const held = sight.hand.filter(counts).toSorted();
    const cards = held.length > 0 ? held.slice(0, size ?? held.length) : [`${value}-${value}`];
    return [`${cards.join(" ")} x${size ?? cards.length}`];
}

export const typedMoves: TypedMoves<AufAbSight> = {
    readings(text, { sight, legal }) {
        if (wordsOf("web.typed.auf-ab.pass").includes(text)) return ["pass"];
        const said = inFigures(after(text, wordsOf("web.typed.auf-ab.lay")) ?? text);
        const found = SIZE.exec(said)?.[1];
        let size = found === undefined ? null : Number(found);
        const rest = said.replace(SIZE, "");
        const written = rest.match(CARD);
        if (written) return ofCards(written.map(card), size);
        const numbers = rest.split(" ");
        if (!numbers.every((number) => /^\d{1,2}$/.test(number))) return [];
        if (numbers.every((number) => number.length === 2)) return ofCards(numbers.map(card), size);
        // `7 7` is two sevens, and so is `2 7`; `7` alone any number of them.
        const alike = numbers.every((number) => number === numbers[0]);
        if (!alike && numbers.length > 2) return [];
        if (size === null && numbers.length > 1) size = alike ? numbers.length : Number(numbers[0]);
        return ofValue(Number(numbers.at(-1)), size, { sight, legal });
    },
    called(move) {
        if (move === "pass") return say("web.board.auf-ab.pass");
        const { cards, size } = layings([move])[0]!;
        return `${cards.map(cardKind.spoken).join("; ")} (${say("web.typed.auf-ab.size", counted(size, 0))})`;
    },
};
