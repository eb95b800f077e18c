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

/** The cards that these words may mean: a whole one, or all with this rank or suit among those given. */
function cards(text: string, held: string[]): string[] {
    const spelled = text.replaceAll(" ", "");
    const whole = RANKS.flatMap((rank) => SUITS.map((suit) => rank + suit)).filter((card) =>
        rankWords(card[0]!).some((rank) => suitWords(card[1]!).some((suit) => spelled === rank + suit)),
    );
    if (whole.length > 0) return whole;
    return held.filter((card) => [...rankWords(card[0]!), ...suitWords(card[1]!)].includes(spelled));
}

export const typedMoves: TypedMoves<AscenseurSight> = {
    readings(text, { sight, legal }) {
        if (wordsOf("web.typed.ascenseur.claim").includes(text)) return ["claim"];
        const bidding = legal.some((move) => move.startsWith("bid "));
        const bid = after(text, wordsOf("web.typed.ascenseur.bid")) ?? (bidding ? text : null);
        const tricks = without(bid ?? "", wordsOf("web.typed.ascenseur.tricks"));
        const number = numberIn(tricks);
        if (bid !== null && number !== null) return [`bid ${number}`];
        const said = after(text, wordsOf("web.typed.play")) ?? text;
        const named = without(said, wordsOf("web.typed.ascenseur.of"));
        const able = sight.hand.filter((card) => legal.includes(`play ${card}`));
        const found = cards(named, able);
        return (found.length > 0 ? found : cards(named, sight.hand)).map((card) => `play ${card}`);
    },
    called(move) {
        const [verb, card = ""] = move.split(" ");
        return verb === "play" ? cardKind.spoken(card) : say("web.board.ascenseur.bid-button", { n: Number(card) });
    },
};
