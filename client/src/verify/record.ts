// A record of a match as far as its deals need it, read with suspicion: it may come from anywhere.

export interface Cards {
    hands: string[];
    dealer?: number;
    upcard?: string;
}

export interface Proof {
    commitment: string;
    seed: string;
    nonces: string[];
}

export interface MatchRecord {
    game: string;
    seats: number;
    players: string[];
    options: Record<string, unknown>;
    deals: Cards[];
    proof: Proof | null;
    /** Whether it was played on from a move of a replay: its cards were given, not drawn. */
    whatIf: boolean;
}

/** In bytes; longer files are not read. */
export const longestRecord = 4 * 1024 * 1024;
const MOST_DEALS = 1000;

/** The record in this text, or null if it is none. */
export function readRecord(text: string): MatchRecord | null {
    let given: unknown;
    try {
        given = JSON.parse(text);
    } catch {
        return null;
    }
    if (!isObject(given) || given.format !== "funicular-record") return null;
    const { game, seats, players, options, deals, proof, what_if } = given;
    if (typeof game !== "string" || !isSeats(seats) || !isTexts(players) || !isObject(options)) return null;
    if (!Array.isArray(deals) || deals.length > MOST_DEALS) return null;
    const cards = deals.map((deal: unknown) => (isObject(deal) ? readCards(deal.cards) : null));
    if (cards.some((each) => each === null)) return null;
    return {
        game,
        seats,
        players,
        options,
        deals: cards as Cards[],
        proof: readProof(proof),
        whatIf: isObject(what_if),
    };
}

function readCards(given: unknown): Cards | null {
    if (!isObject(given) || !isTexts(given.hands)) return null;
    const cards: Cards = { hands: given.hands };
    if (typeof given.dealer === "number") cards.dealer = given.dealer;
    if (typeof given.upcard === "string") cards.upcard = given.upcard;
    return cards;
}

function readProof(given: unknown): Proof | null {
    if (!isObject(given)) return null;
    const { commitment, seed, nonces } = given;
    if (!isHex(commitment, 64) || !isHex(seed, 64) || !isTexts(nonces)) return null;
    if (!nonces.every((nonce) => nonce === "" || isHex(nonce, 32))) return null;
    return { commitment, seed, nonces };
}

function isObject(value: unknown): value is Record<string, unknown> {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is string[] {
    return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function isSeats(value: unknown): value is number {
    return Number.isInteger(value) && (value as number) >= 2 && (value as number) <= 9;
}

function isHex(value: unknown, length: number): value is string {
    return typeof value === "string" && value.length === length && /^[0-9a-f]*$/.test(value);
}
