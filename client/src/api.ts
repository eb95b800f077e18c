// What is asked of the server over HTTP. A refusal comes back as the sentence it is.
import type { Refusal } from "./deal";
import type { GameShown, Listed, NewTable, Opened } from "./protocol";
import { lang, say } from "./words.svelte";

/** The server said no, in words for the player. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.text);
  }
}

export async function ask<T>(path: string, request: RequestInit = {}): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, request);
  } catch {
    throw new Refused({ code: "offline", text: say("web.net.unreachable") });
  }
  const body: unknown = await answer.json().catch(() => null);
  if (answer.ok) return body as T;
  const { code, text } = (body ?? {}) as Partial<Refusal>;
  throw new Refused({ code: code ?? "unknown", text: text ?? say("web.net.failed") });
}

export function games(): Promise<GameShown[]> {
  return ask(`/api/games?lang=${lang()}`);
}

export function openTables(): Promise<Listed[]> {
  return ask("/api/tables");
}

export function newTable(table: Omit<NewTable, "lang" | "nonce">): Promise<Opened> {
  const body: NewTable = { ...table, lang: lang(), nonce: nonce() };
  return ask("/api/tables", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** What this client adds to the deals, so that the server alone cannot choose them. */
export function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
