// What a player may ask the table, and the answers: the hand, the table, the players, the score, what
// happened last. Loaded when somebody asks.
import { waitingFor } from "../board/turn";
import type { AnyDeal } from "../deal";
import { gameOfDeal } from "../games/registry";
import type { CardKind } from "../games/game";
import { lang, say } from "../words.svelte";
import type { Question } from "./question_keys";
import { standings } from "./score";
import type { GameSpeech, Moment } from "./speech";

/** The hand as it is sorted on the table. */
function sortedHand({ sight }: AnyDeal, kind: CardKind): string[] {
    const now = { direction: kind.directionIn?.(sight) ?? "rising", trump: "trump" in sight ? sight.trump : null };
    const place = (card: string): readonly [number, number] => kind.order(card, now);
    return sight.hand.toSorted((a, b) => place(a)[0] - place(b)[0] || place(a)[1] - place(b)[1]);
}

function hand({ deal, you }: Moment, kind: CardKind): string {
    if (you === null) return say("web.speech.no-hand");
    const cards = sortedHand(deal, kind);
    if (cards.length === 0) return say("web.board.no-cards");
    const named = (some: string[]): string => some.map(kind.spoken).join("; ");
    const moves = new Set(deal.legal.flatMap((move) => move.split(" ")));
    const able = cards.filter((card) => moves.has(card));
    const all = say("web.speech.hand", { n: cards.length, cards: named(cards) });
    // Where all may be played, or it is not one's turn, there is no more to say.
    if (able.length === 0 || able.length === cards.length) return all;
    return `${all} ${say("web.speech.playable", { cards: named(able) })}`;
}

function players(now: Moment, speech: GameSpeech): string {
    const { names, you, deal } = now;
    const left = speech.left(now);
    const first = you ?? 0;
    const each = names.map((_, i) => {
        const seat = (first + i) % names.length;
        const facts = [say("web.board.cards-left", { n: left[seat] ?? 0 }), ...speech.player(now, seat)];
        const player = seat === you ? say("web.board.you") : (names[seat] ?? "");
        return say("web.speech.player", { player, facts: facts.join(", ") });
    });
    const mine = you !== null && deal.to_act.includes(you);
    const turn = mine
        ? say("web.room.your-turn")
        : say("web.speech.sentence", { text: waitingFor(deal.to_act, names, lang()) });
    return `${say("web.speech.sentence", { text: each.join("; ") })} ${turn}`;
}

export async function answerTo(question: Question, now: Moment): Promise<string> {
    const game = gameOfDeal(now.deal);
    const [speech, kind] = await Promise.all([game.speech.load(), game.cards.load()]);
    switch (question) {
        case "hand":
            return hand(now, kind);
        case "table":
            return speech.table(now);
        case "players":
            return players(now, speech);
        case "score":
            return standings(now.table, now.names);
        case "last":
            return speech.last(now);
    }
}
