// Typing a move of Auf & Ab: `pass`; `4-4 4-5` or `45 44`, in any order and either way round, with `x3`
// for the size where a double could count once or twice; `7 7` or `two 7s`, by the number that counts.
import type { AufAbSight } from "../../protocol";
import { counted } from "../../board/numbers";
import { after, inFigures, type TypedMoves, wordsOf } from "../../speech/typed_move";
import { say } from "../../words.svelte";
import { cardKind } from "./cards";
import { counting } from "./face";
import { layings } from "./moves";

const CARD = /\d ?[-/] ?\d/g;
const SIZE = /\s*x ?(\d{1,2})$/;

const card = (text: string): string => text.replaceAll(/\D/g, "").split("").toSorted().join("-");

/** The melds of just these cards, of every size they can have or of the one that is said. */
function ofCards(cards: string[], size: number | null): string[] {
    const order = [...new Set(cards)].toSorted();
    const doubled = order.some((each) => each[0] === each[2]);
    const sizes = size === null ? [order.length, ...(doubled ? [order.length + 1] : [])] : [size];
    return sizes.map((each) => `${order.join(" ")} x${each}`);
}

export const typedMoves: TypedMoves<AufAbSight> = {
    readings(text, { sight, legal }) {
        if (wordsOf("web.typed.auf-ab.pass").includes(text)) return ["pass"];
        const said = inFigures(after(text, wordsOf("web.typed.play")) ?? text);
        const size = SIZE.exec(said);
        const rest = said.replace(SIZE, "");
        const written = rest.match(CARD);
        if (written) return ofCards(written.map(card), size ? Number(size[1]) : null);
        const numbers = rest.match(/\d+/g) ?? [];
        const melds = layings(legal).map((laying) => ({
            ...laying,
            value: String(counting(laying.cards[0]!, sight.direction)),
        }));
        // Digits alone: one number as often as it is meant to count, or cards of two digits each.
        if (numbers.length > 0 && numbers.every((number) => number.length === 1)) {
            const [first, second] = numbers;
            const alike = numbers.every((number) => number === first);
            if (!alike && numbers.length > 2) return [];
            // `7 7` is two sevens, and so is `2 7`; `7` alone, or `7x`, any number of them.
            const value = alike ? first : second;
            const often = size?.[1] ?? (alike ? (numbers.length > 1 ? String(numbers.length) : null) : first);
            return melds
                .filter((meld) => meld.value === value && (often === null || String(meld.size) === often))
                .map(({ move }) => move);
        }
        if (numbers.length > 0 && numbers.every((number) => number.length === 2)) {
            return ofCards(numbers.map(card), size ? Number(size[1]) : null);
        }
        return [];
    },
    called(move) {
        if (move === "pass") return say("web.board.auf-ab.pass");
        const { cards, size } = layings([move])[0]!;
        return `${cards.map(cardKind.spoken).join("; ")} (${say("web.typed.auf-ab.size", counted(size, 0))})`;
    },
};
