// Typing a move of dnpup: `flip`; `play 7 7` or just `7 7`, by value or as whole cards, `7/1 7/4`;
// `add 5 to Iris`, `take Iris`. Whose meld is meant may be left out where only one fits.
import type { DnpupSight } from "../../protocol";
import { after, inFigures, plain, type TypedMoves, without, wordsOf } from "../../speech/typed_move";
import { say } from "../../words.svelte";
import { cardKind } from "./cards";
import { twoWay } from "./face";
import { adds, plays, takes } from "./moves";
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

/** The first cards of the hand that can be written so, to be told why they may not be played. */
function held(hand: string[], texts: string[]): string[] | null {
    const left = [...hand];
    const found = texts.map((text) => {
        const at = left.findIndex((card) => is(card, text));
        return at < 0 ? null : left.splice(at, 1)[0]!;
    });
    return found.includes(null) ? null : (found as string[]);
}

/** Whether these words name the owner of a zone: by name or its beginning, or by zone. */
function names(words: string, zone: string, players: string[]): boolean {
    if (words === "") return true;
    const player = plain(players[ownerOf(zone)] ?? "");
    const number = numberOf(zone);
    return words === zone || player.startsWith(words) || (number !== "" && `${player} ${number}` === words);
}

export const typedMoves: TypedMoves<DnpupSight> = {
    readings(text, { sight, legal, names: players }) {
        if (wordsOf("web.typed.dnpup.flip").includes(text)) return ["flip"];
        const little = wordsOf("web.typed.dnpup.to");
        const taken = after(text, wordsOf("web.typed.dnpup.take"));
        if (taken !== null) {
            const whose = without(taken, little);
            const zones = Object.keys(sight.melds).filter((zone) => names(whose, zone, players));
            const able = takes(legal).filter(({ zone }) => zones.includes(zone));
            return able.length > 0 ? able.map(({ move }) => move) : zones.map((zone) => `take ${zone}`);
        }
        const added = after(text, wordsOf("web.typed.dnpup.add"));
        if (added !== null) {
            const [card = "", ...rest] = added.split(" ");
            const whose = without(rest.join(" "), little);
            const able = adds(legal).filter((add) => is(add.card, card) && names(whose, add.zone, players));
            if (able.length > 0) return able.map(({ move }) => move);
            const own = sight.hand.find((each) => is(each, card));
            const zones = Object.keys(sight.melds).filter((zone) => names(whose, zone, players));
            return own === undefined ? [] : zones.map((zone) => `add ${own} to ${zone}`);
        }
        const said = inFigures(after(text, wordsOf("web.typed.play")) ?? text).split(" ");
        const times = /^(\d{1,2}) ?x ?(\d)$/.exec(said.join(" "));
        const [often = "", value = ""] = said;
        const texts = times
            ? Array.from({ length: Number(times[2]) }, () => times[1]!)
            : said.length === 2 && !said.join("").includes("/") && often !== value && Number(often) < 10
              ? // `two 4s`: cards of two values are no meld.
                Array.from({ length: Number(often) }, () => value)
              : said;
        if (!texts.every((each) => CARD.test(each))) return [];
        const able = plays(legal).filter(({ cards }) => fit(cards, texts));
        if (able.length > 0) return able.map(({ move }) => move);
        const cards = held(sight.hand, texts);
        return cards === null ? [] : [`play ${cards.toSorted().join(" ")}`];
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
