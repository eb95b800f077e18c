// What is asked of the server over HTTP. A refusal comes back as the sentence it is.
import { given } from "./given";
import type { Refusal } from "./deal";
import type { GameShown, Listed, Matched, NewTable, NewWhatIf, Opened, Playing, QuickMatch, Welcome } from "./protocol";
import { lang, say } from "./words.svelte";

/** The server said no, in words for the player. */
export class Refused extends Error {
    constructor(readonly refusal: Refusal) {
        super(refusal.text);
    }
}

/** The code of a refusal that is our own: nothing was heard from the server. */
export const UNREACHABLE = "unreachable";

/** Why something could not be had, to be shown: a refusal, or else what the browser says. */
export function refusalOf(error: unknown): Refusal {
    return error instanceof Refused ? error.refusal : { code: "unknown", text: String(error) };
}

/** What is only read is asked for again by itself, so many times, if the server wants it so soon. */
const tries = 3;
const soon = 10;

export async function ask<T>(path: string, request: RequestInit = {}): Promise<T> {
    const there = request.method ? undefined : given<T>(path);
    if (there !== undefined) return there;
    let answer = await reach(path, request);
    for (let left = tries; left > 0 && answer.status === 429 && !request.method; left--) {
        const wait = Number(answer.headers.get("Retry-After") ?? Infinity);
        if (!(wait <= soon)) break;
        await new Promise((on) => setTimeout(on, 1000 * wait * (1 + Math.random() / 2)));
        answer = await reach(path, request);
    }
    const body: unknown = await answer.json().catch(() => null);
    if (answer.ok) return body as T;
    const { code, text } = (body ?? {}) as Partial<Refusal>;
    throw new Refused({ code: code ?? "unknown", text: text ?? say("web.net.failed") });
}

/** What the server answers; a refusal where nothing was heard from it. */
export async function reach(path: string, request: RequestInit): Promise<Response> {
    try {
        return await fetch(path, request);
    } catch {
        throw new Refused({ code: UNREACHABLE, text: say("web.net.unreachable") });
    }
}

export function games(): Promise<GameShown[]> {
    return ask(`/api/games?lang=${lang()}`);
}

/** How a table stands for whoever has this token; the others there are not told of the question. */
export function glance(table: string, token: string): Promise<Welcome> {
    const path = `/api/tables/${encodeURIComponent(table)}?glance&lang=${lang()}`;
    return ask(path, { headers: { Authorization: `Bearer ${token}` } });
}

export function openTables(): Promise<Listed[]> {
    return ask("/api/tables");
}

export function newTable(table: Omit<NewTable, "lang" | "nonce">): Promise<Opened> {
    return post("/api/tables", { ...table, lang: lang(), nonce: nonce() } satisfies NewTable);
}

/** A table where somebody waits for the same, or a new one. */
export function askQuickMatch(wish: Omit<QuickMatch, "lang" | "nonce">): Promise<Matched> {
    return post("/api/quick-match", { ...wish, lang: lang(), nonce: nonce() } satisfies QuickMatch);
}

/** A table that plays on from a move of a replay. */
export function newWhatIf(wish: Omit<NewWhatIf, "lang">): Promise<Opened> {
    return post("/api/what-if", { ...wish, lang: lang() } satisfies NewWhatIf);
}

export function playing(): Promise<Playing> {
    return ask("/api/playing");
}

function post<T>(path: string, body: object): Promise<T> {
    return ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
}

/**
 * What this client adds to the deals, so that the server alone cannot choose them. Ids of commands
 * are such numbers too: `randomUUID` is not there on a page without https.
 */
export function nonce(): string {
    return drawn(16);
}

/** A secret for one's seat, which only this browser and the server's hash of it know. */
export function seatToken(): string {
    return drawn(32);
}

function drawn(count: number): string {
    const bytes = crypto.getRandomValues(new Uint8Array(count));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
