// What of today is done already, as this browser remembers it: the server is not told who asks.
import { progress } from "../puzzle/progress.svelte";
import { storage } from "../storage";

/** How far one's attempt at this challenge is; null if none was begun here. */
export function attemptAt(challenge: string): "begun" | "played" | null {
    const table = storage.tables().find((each) => each.challenge === challenge);
    if (!table) return null;
    return table.over ? "played" : "begun";
}

export function isSolved(puzzle: string): boolean {
    return progress().solved.includes(puzzle);
}
