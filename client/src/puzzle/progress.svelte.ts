// What one has solved, kept in this browser and nowhere else. It can be forgotten, or not counted at all.
import { storage } from "../storage";

export interface PuzzleProgress {
    /** Whether nothing is counted and nothing shown. */
    off: boolean;
    /** The ids of what was solved. */
    solved: string[];
    /** The days whose puzzle was solved, as 2026-11-16, the last one last. */
    days: string[];
}

/** More than anybody needs for a count or a streak. */
const mostSolved = 3000;
const mostDays = 1000;
const dayLength = 86_400_000;

const state = $state({ now: storage.puzzles() });

export function progress(): PuzzleProgress {
    return state.now;
}

function keep(changed: PuzzleProgress): void {
    state.now = changed;
    storage.savePuzzles(changed);
}

/** Note that a puzzle was solved; `day` is that whose puzzle it was, or "". */
export function noteSolved(id: string, day: string): void {
    // Another tab may have solved some since.
    const before = storage.puzzles();
    if (before.off) return;
    keep({
        off: false,
        solved: [...before.solved.filter((each) => each !== id), id].slice(-mostSolved),
        days: day && !before.days.includes(day) ? [...before.days, day].sort().slice(-mostDays) : before.days,
    });
}

/** Forget all of it, also what a review found in one's own matches. */
export function forgetProgress(off: boolean): void {
    keep({ off, solved: [], days: [] });
    storage.saveMistakes([]);
}

/** How many days in a row up to today, or to yesterday while today's is still open. */
export function streak(days: readonly string[], now: number = Date.now()): number {
    const number = (day: string): number => Math.floor(Date.parse(`${day}T00:00:00Z`) / dayLength);
    const known = new Set(days.map(number));
    const today = Math.floor(now / dayLength);
    let last = known.has(today) ? today : today - 1;
    let length = 0;
    while (known.has(last--)) length += 1;
    return length;
}
