// What the rest of the client knows of a game. Each game exports one `GameClient`, which the registry
// lists; its cards, its board and its way of dealing are loaded when they are needed.
import type { Component } from "svelte";
import type { BoardProps } from "../board/board_props";
import type { Shortcut } from "../board/keys";
import type { Leaving } from "../board/motion";
import type { AnyDeal } from "../deal";
import type { GuideStep } from "../guide/guide";
import type { GameSpeech } from "../speech/speech";
import type { TypedMoves } from "../speech/typed_move";
import type { DealNumbers } from "../verify/random";
import type { Cards, MatchRecord } from "../verify/record";
import type { Lazy } from "./lazy.svelte";

export interface GameClient {
    /** What a deal of it is called on the wire: `deal.kind`. */
    kind: AnyDeal["kind"];
    /** The games that are played with this board; the rules are those of the first. */
    names: readonly string[];
    /** The letter with which the numbers of its rules begin: `A` of `A11`. */
    ruleLetter: string;
    /** Whether cards are won in tricks, so that the last one can be looked at. */
    hasTricks: boolean;
    /** Whether nobody holds a card when a deal is over. */
    playsAllCards: boolean;
    /** The shortcuts that only this game has. */
    keys: readonly Shortcut[];
    cards: Lazy<CardKind>;
    board: Lazy<GameBoard>;
    /** What is said in the first match. */
    guide: Lazy<readonly GuideStep[]>;
    /** What is said aloud at one's turn, and to what one asks. */
    speech: Lazy<GameSpeech>;
    /** Reads a move that somebody types. */
    typedMoves: Lazy<TypedMoves<AnyDeal["sight"]>>;
    dealing: Lazy<Dealing>;
}

/** The cards a game is played with: how they look, sound, are written and are sorted. */
export interface CardKind {
    Face: Component<{ card: string; direction?: string }>;
    /** What a card is called when it is read aloud. */
    spoken: (card: string) => string;
    /** A sentence as it is read aloud: with the names of the cards written in it. */
    aloud: (text: string) => string;
    /** The card that this word of a text stands for, or null if it is no card. */
    read: (word: string) => string | null;
    /** How much of a card must be seen beside its neighbour in a hand, as a share of its width. */
    seen: number;
    /** Where a card stands in a sorted hand: compared by the first number, then by the second. */
    order: (card: string, now: HandOrder) => readonly [number, number];
    /** What makes neighbours in a hand belong together. */
    group: (card: string, direction: string) => string | number;
    /** A few to show how its cards look. */
    samples: readonly string[];
    /** Which way up cards lie that a text shows together; "rising" where it does not matter. */
    directionOf?: (cards: string[]) => string;
    /** Which way up cards lie at a moment of a deal. */
    directionIn?(sight: AnyDeal["sight"]): string;
}

/** What the order of a hand may depend on. */
export interface HandOrder {
    direction: string;
    trump: string | null;
}

/** A game's board and what the client does when its events happen. */
export interface GameBoard<Deal extends AnyDeal = AnyDeal> {
    Board: Component<BoardProps<Deal>>;
    /** The events that are heard; how long each rests, the server says (`EVENT_PAUSES`). */
    sounds: Readonly<Partial<Record<Deal["told"][number]["event"]["type"], "card" | "trick">>>;
    /** Where the cards go that leave the table with this event. */
    leaving(event: Deal["told"][number]["event"]): Leaving;
    /** The cards that this event leaves for all to see who count what has been played. */
    played(event: Deal["told"][number]["event"]): readonly string[];
    /** The trick taken last, or null; only of a game that has tricks. */
    lastTrick?(told: Deal["told"][number][]): LastTrick | null;
}

export interface LastTrick {
    plays: { seat: number; cards: string[] }[];
    direction: string;
}

/** Deals the cards of a deal again from its random numbers; null where the record does not fit. */
export type Dealing = (record: MatchRecord, numbers: DealNumbers, place: number) => Cards | null;

/** A game's own board as the client holds it: it is only ever given deals of its own kind. */
export function anyBoard<Deal extends AnyDeal>(board: GameBoard<Deal>): GameBoard {
    return board as unknown as GameBoard;
}

/** A game's own reading of typed moves: it is only ever given its own. */
export function anyTypedMoves<Sight>(moves: TypedMoves<Sight>): TypedMoves<AnyDeal["sight"]> {
    return moves as unknown as TypedMoves<AnyDeal["sight"]>;
}
