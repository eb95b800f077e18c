// Typing a move of Ascenseur: `2` or `bid 2`; `9d`, `play 9 of diamonds`, `king of spades`, `dame de coeur`.
// The suits and ranks are words of the language; a rank or a suit alone is enough where only one such
// card may be played.
import type { AscenseurSight } from "../../protocol";
import { after, numberIn, type TypedMoves, without, wordsOf } from "../../speech/typed_move";
import { say } from "../../words.svelte";
import { cardKind } from "./cards";
import { french, SYMBOLS } from "./face";

const RANKS = [..."23456789TJQKA"];
const SUITS = ["C", "D", "H", "S"];

const rankWords = (rank: string): string[] => [rank.toLowerCase(), ...wordsOf(`web.typed.ascenseur.rank.${rank}`)];
const suitWords = (suit: string): string[] => [
    SYMBOLS[french(`2${suit}`).suit],
    ...wordsOf(`web.typed.ascenseur.suit.${suit}`),
];

/** The cards with one of these ranks and one of these suits, written as one word. */
const spelled = (text: string, suits: (suit: string) => string[]): string[] =>
    RANKS.flatMap((rank) => SUITS.map((suit) => rank + suit)).filter((card) =>
        rankWords(card[0]!).some((rank) => suits(card[1]!).some((suit) => text === rank + suit)),
    );

/** The cards that these words may mean: a whole one, or those with this rank or suit that may be played,
 * or are held. */
function cards(text: string, sight: AscenseurSight, legal: string[]): string[] {
    const word = text.replaceAll(" ", "");
    const alone = (card: string): boolean => [...rankWords(card[0]!), ...suitWords(card[1]!)].includes(word);
    const able = sight.hand.filter((card) => legal.includes(`play ${card}`) && alone(card));
    const partial = able.length > 0 ? able : sight.hand.filter(alone);
    const whole = spelled(word, suitWords);
    // The suits of the notation are welcome too, where they do not mean others in this language.
    const known = whole.length > 0 ? whole : spelled(word, (suit) => [suit.toLowerCase()]);
    return [...new Set([...known, ...partial])];
}

/** The notation of the wire, in which letters do not mean what they mean in this language. */
const NOTATION = /^play ([2-9tjqka][cdhs])$/;

export const typedMoves: TypedMoves<AscenseurSight> = {
    readings(text, { sight, legal }) {
        if (wordsOf("web.typed.ascenseur.claim").includes(text)) return ["claim"];
        const bidding = legal.some((move) => move.startsWith("bid "));
        const bid = after(text, wordsOf("web.typed.ascenseur.bid")) ?? (bidding ? text : null);
        const tricks = without(bid ?? "", wordsOf("web.typed.ascenseur.tricks"));
        const number = numberIn(tricks);
        if (bid !== null && number !== null) return [`bid ${number}`];
        const notation = NOTATION.exec(text)?.[1];
        if (notation) return [`play ${notation.toUpperCase()}`];
        const said = after(text, wordsOf("web.typed.ascenseur.play")) ?? text;
        const named = without(said, wordsOf("web.typed.ascenseur.of"));
        return cards(named, sight, legal).map((card) => `play ${card}`);
    },
    called(move) {
        const [verb, card = ""] = move.split(" ");
        return verb === "play" ? cardKind.spoken(card) : say("web.board.ascenseur.bid-button", { n: Number(card) });
    },
};
