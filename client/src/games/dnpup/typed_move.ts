// Typing a move of dnpup: `flip`; `play 7 7` or just `7 7`, by value or as whole cards, `7/1 7/4`;
// `add 5 to Iris`, `take Iris`. Whose meld is meant may be left out where only one fits.
import type { DnpupSight } from "../../protocol";
import { after, inFigures, numberIn, plain, type TypedMoves, without, wordsOf } from "../../speech/typed_move";
import { say } from "../../words.svelte";
import { cardKind } from "./cards";
import { inOrder, twoWay } from "./face";
import { plays } from "./moves";
import { numberOf, ownerOf } from "./zones";

const CARD = /^\d{1,2}(\/\d{1,2})?$/;

/** Whether a card can be written so: as a whole, or by its active value. */
const is = (card: string, text: string): boolean => card === text || String(twoWay(card).active) === text;

/** Whether these cards can be written so, one for one. */
function fit(cards: string[], texts: string[]): boolean {
    if (cards.length !== texts.length) return false;
    const left = [...cards];
    return texts
        .toSorted((a, b) => b.length - a.length)
        .every((text) => {
            const at = left.findIndex((card) => is(card, text));
            if (at >= 0) left.splice(at, 1);
            return at >= 0;
        });
}

/** Cards of the hand that can be written so, for the rules to refuse; what lacks is said twice. */
function held(hand: string[], texts: string[]): string[] | null {
    const left = [...hand];
    const cards: string[] = [];
    for (const text of texts) {
        const at = left.findIndex((card) => is(card, text));
        const like = at < 0 ? cards.find((card) => is(card, text)) : left.splice(at, 1)[0];
        if (like === undefined) return null;
        cards.push(like);
    }
    return cards.toSorted(inOrder);
}

/** Whether this is a card, held by somebody or not: two different values from 1 to 10. */
function isCard(text: string): boolean {
    const [a = 0, b = 0] = text.split("/").map(Number);
    return a !== b && [a, b].every((value) => value >= 1 && value <= 10);
}

/** The zones that these words mean, by name or its beginning, seat or zone; those with melds of others
 * where nothing is said. */
function zonesFor(whose: string, now: { sight: DnpupSight; you: number; names: string[] }): string[] {
    const every = Object.keys(now.sight.melds);
    if (whose === "")
        return every.filter((zone) => ownerOf(zone) !== now.you && (now.sight.melds[zone] ?? []).length > 0);
    const exact = every.filter((zone) => zone === whose);
    return exact.length > 0 ? exact : every.filter((zone) => names(whose, zone, now.names));
}

/** Whether these words name the owner of a zone. */
function names(words: string, zone: string, players: string[]): boolean {
    const player = plain(players[ownerOf(zone)] ?? "");
    const number = numberOf(zone);
    const whole = number !== "" && `${player} ${number}` === words;
    return whole || String(ownerOf(zone)) === words || player.startsWith(words);
}

export const typedMoves: TypedMoves<DnpupSight> = {
    readings(text, now) {
        const { sight, legal } = now;
        if (wordsOf("web.typed.dnpup.flip").includes(text)) return ["flip"];
        const little = wordsOf("web.typed.dnpup.to");
        const taken = after(text, wordsOf("web.typed.dnpup.take"));
        if (taken !== null) return zonesFor(without(taken, little), now).map((zone) => `take ${zone}`);
        const added = after(text, wordsOf("web.typed.dnpup.add"));
        if (added !== null) {
            const [said = "", ...rest] = added.split(" ");
            const card = String(numberIn(said) ?? said);
            const own = new Set(sight.hand.filter((each) => is(each, card)));
            const written = own.size > 0 ? [...own] : isCard(card) ? [card] : [];
            const zones = zonesFor(without(rest.join(" "), little), now);
            return zones.flatMap((zone) => written.map((each) => `add ${each} to ${zone}`));
        }
        const played = inFigures(after(text, wordsOf("web.typed.dnpup.play")) ?? text);
        const times = /^(\d{1,2}) ?x ?(\d)$/.exec(played);
        const often = /^(\d) (\d{1,2})$/.exec(played);
        let texts = played.split(" ");
        if (times) texts = Array.from({ length: Number(times[2]) }, () => times[1]!);
        // `two 4s`: cards of two values are no meld.
        else if (often && often[1] !== often[2]) texts = Array.from({ length: Number(often[1]) }, () => often[2]!);
        if (texts.length === 0 || !texts.every((each) => CARD.test(each))) return [];
        const able = plays(legal).filter(({ cards }) => fit(cards, texts));
        if (able.length > 0) return able.map(({ move }) => move);
        const cards = texts.every(isCard) ? texts.toSorted(inOrder) : held(sight.hand, texts);
        return cards === null ? [] : [`play ${cards.join(" ")}`];
    },
    called(move, players) {
        const [verb, ...rest] = move.split(" ");
        if (verb === "play") return rest.map(cardKind.spoken).join("; ");
        const zone = rest.at(-1) ?? "";
        const whose = [players[ownerOf(zone)] ?? "", numberOf(zone)].filter(Boolean).join(" ");
        if (verb === "add") return say("web.speech.of", { player: whose, what: cardKind.spoken(rest[0]!) });
        return verb === "take" ? whose : say("web.board.dnpup.flip");
    },
};
