// What a game says aloud: the sentence of a turn, and the answers to what a player asks.
import type { AnyDeal, Told } from "../deal";
import type { TableShown } from "../protocol";

/** How things stand, for one who only listens. */
export interface Moment<Deal extends AnyDeal = AnyDeal> {
    table: TableShown;
    deal: Deal;
    told: Told[];
    /** One's own seat; null for one who watches. */
    you: number | null;
    names: string[];
}

export interface GameSpeech<Deal extends AnyDeal = AnyDeal> {
    /** What one needs to know for one's turn, in one sentence. */
    turn(now: Moment<Deal>, you: number): string;
    /** The same in as few words as will do. */
    turnInBrief(now: Moment<Deal>, you: number): string;
    /** What lies on the table. */
    table(now: Moment<Deal>): string;
    /** What is to be known of a player, beside the name and the cards left. */
    player(now: Moment<Deal>, seat: number): string[];
    /** What happened last: the trick taken last, or what the others did since one's own turn. */
    last(now: Moment<Deal>): string;
    /** How many cards each has. */
    left(now: Moment<Deal>): number[];
}

/** A game's own speech as the client holds it: it is only ever asked about deals of its own kind. */
export function anySpeech<Deal extends AnyDeal>(speech: GameSpeech<Deal>): GameSpeech {
    return speech;
}
