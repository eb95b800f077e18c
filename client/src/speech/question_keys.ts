// What can be asked of a table by a key: the questions, and the menu that has them all.
import type { Shortcut } from "../board/keys";

export type Question = "hand" | "table" | "players" | "score" | "last";
export const QUESTIONS: readonly Question[] = ["hand", "table", "players", "score", "last"];

export const ASK = "ask";

export const keys: readonly Shortcut[] = [
    { id: ASK, key: "a" },
    { id: "ask-hand", key: "h" },
    { id: "ask-table", key: "t" },
    { id: "ask-players", key: "w" },
    { id: "ask-score", key: "s" },
    { id: "ask-last", key: "l" },
];

/** The question that this shortcut asks. */
export function questionOf(shortcut: string | null): Question | undefined {
    return QUESTIONS.find((question) => shortcut === `ask-${question}`);
}
