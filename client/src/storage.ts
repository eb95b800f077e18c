// What this browser remembers between visits: a name, settings, and the secrets of one's seats.
// Everything works without it (a private window may refuse), only not after a reload.

import type { OwnCost } from "./profile/own_costs";
import type { ReviewedMistake } from "./puzzle/own";
import type { PuzzleProgress } from "./puzzle/progress.svelte";

const prefix = "funicular.";
/** What the browser would not store. */
const memory = new Map<string, string>();

function read<T>(key: string, otherwise: T): T {
    try {
        const text = memory.get(key) ?? localStorage.getItem(prefix + key);
        return text == null ? otherwise : (JSON.parse(text) as T);
    } catch {
        return otherwise;
    }
}

function write(key: string, value: unknown): void {
    const text = JSON.stringify(value);
    try {
        localStorage.setItem(prefix + key, text);
        memory.delete(key);
    } catch {
        // Kept in memory for this visit.
        memory.set(key, text);
    }
}

function remove(key: string): void {
    memory.delete(key);
    try {
        localStorage.removeItem(prefix + key);
    } catch {
        // It was never there.
    }
}

function keys(): string[] {
    let stored: string[] = [];
    try {
        stored = Object.keys(localStorage);
    } catch {
        // Nothing is stored.
    }
    const own = stored.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
    return [...new Set([...own, ...memory.keys()])];
}

/** A table that one has sat at or watched, and what lets one in again. */
export interface StoredTable {
    id: string;
    game: string;
    /** The seat's own secret; null for somebody who watches. */
    token: string | null;
    /** A secret sent with a wish for a seat, or for another token, that is not answered yet. */
    asked?: string | null;
    invite: string | null;
    /** Whether one waits here with whoever comes. */
    quick?: boolean;
    /** Whether its match was over when one was there last. */
    over?: boolean;
    /** Whether a deal is played on here from a move of a replay: none of one's matches. */
    whatIf?: boolean;
    /** The challenge that is played here. */
    challenge?: string;
    /** The last match that was over, by the name of its replay, and one's seat in it. */
    played?: { replay: string; seat: number };
    /** Milliseconds since 1970. */
    visited: number;
}

/** A deal that was played on from a move of a replay; `number` counts those of the replay. */
export interface StoredLine {
    /** The name of its own replay, once it is over. */
    id: string;
    table: string;
    number: number;
    /** "" until it is given one. */
    name: string;
    deal: number;
    ply: number;
    seat: number;
    world: "true" | "plausible";
    over: boolean;
    /** null where it did not count, or is not over. */
    points: number[] | null;
}

/** What was chosen for a game the last time: names of a level and of a length, and a number of seats. */
export interface Choice {
    level: string;
    length: string;
    seats: number;
}

/** So many tables are remembered; the ones visited longest ago go first. */
const mostTables = 30;
/** Of those beside them that play on from a replay. */
const mostWhatIfs = 10;
/** So many replays have their lines remembered. */
const mostReplays = 30;
/** So many tokens of a table are known to be dead; a browser tries no more than the last two. */
const mostDead = 8;

// Other tabs write too, and what one tab has written reaches the next a little later. So each table
// has a place of its own, and a token is never taken out of it: that it is dead is noted elsewhere.
// Else a tab that was late would wipe out the new token of another.
const place = (id: string): string => `table.${id}`;
const deadPlace = (id: string): string => `dead.${id}`;
const linesPlace = (replay: string): string => `lines.${replay}`;

export const storage = {
    name: (): string => read("name", ""),
    saveName: (name: string): void => write("name", name),

    /** The number of the chosen face; null for the one that goes with the name. */
    face: (): number | null => read<number | null>("face", null),
    saveFace: (face: number | null): void => (face === null ? remove("face") : write("face", face)),

    /** Whether notifications were offered at a table. */
    notifyOffered: (): boolean => read("notify-offered", false),
    saveNotifyOffered: (): void => write("notify-offered", true),

    /** What this person is known by, and their profile's key comes from (`people/person.ts`). */
    root: (): string | null => read<string | null>("root", null),
    saveRoot: (root: string): void => write("root", root),
    forgetRoot: (): void => remove("root"),
    /** The profile that belongs to the root's key on this server, if one was made. */
    profile: (): { id: string; name: string } | null => read<{ id: string; name: string } | null>("profile", null),
    saveProfile: (profile: { id: string; name: string }): void => write("profile", profile),
    forgetProfile: (): void => remove("profile"),

    lang: (): string | null => read<string | null>("lang", null),
    saveLang: (lang: string): void => write("lang", lang),

    settings: <T extends object>(usual: T): T => ({ ...usual, ...read<Partial<T>>("settings", {}) }),
    saveSettings: (settings: object): void => write("settings", settings),

    /** null for a game that was never played in this browser. */
    choice: (game: string): Choice | null => read<Choice | null>(`choice.${game}`, null),
    saveChoice: (game: string, choice: Choice): void => write(`choice.${game}`, choice),

    /** Whether the guidance of a game was switched off, and what was learned of it. */
    guide: <Learned extends object>(game: string): { off: boolean; learned: Learned } =>
        read(`guide.${game}`, { off: false, learned: {} as Learned }),
    saveGuide: (game: string, guide: { off: boolean; learned: object }): void => write(`guide.${game}`, guide),

    /** What was solved of the puzzles, and what a review found in one's own matches. */
    puzzles: (): PuzzleProgress => ({
        off: false,
        solved: [],
        days: [],
        ...read<Partial<PuzzleProgress>>("puzzles", {}),
    }),
    savePuzzles: (puzzles: PuzzleProgress): void => write("puzzles", puzzles),
    mistakes: (): ReviewedMistake[] => read<ReviewedMistake[]>("mistakes", []),
    /** What one's own decisions cost in the matches reviewed here. */
    ownCosts: (): OwnCost[] => read<OwnCost[]>("own-costs", []),
    saveOwnCosts: (costs: OwnCost[]): void => write("own-costs", costs),
    saveMistakes: (mistakes: ReviewedMistake[]): void => write("mistakes", mistakes),

    /** The last visited first. */
    tables: (): StoredTable[] =>
        keys()
            .filter((key) => key.startsWith(place("")))
            .map((key) => read<StoredTable | null>(key, null))
            .filter((table) => table !== null)
            .sort((one, other) => other.visited - one.visited),
    table: (id: string): StoredTable | null => read<StoredTable | null>(place(id), null),
    saveTable(table: Omit<StoredTable, "visited">): void {
        write(place(table.id), { ...table, visited: Date.now() });
        const tables = storage.tables();
        const old = [
            ...tables.filter(({ whatIf }) => !whatIf).slice(mostTables),
            ...tables.filter(({ whatIf }) => whatIf).slice(mostWhatIfs),
        ];
        for (const { id } of old) storage.forgetTable(id);
    },
    /** Whether the match there is over: then it is none to go on with. */
    noteOver(id: string, over: boolean, played?: StoredTable["played"]): void {
        const table = storage.table(id);
        if (!table || ((table.over ?? false) === over && (!played || played.replay === table.played?.replay))) return;
        write(place(id), { ...table, over, ...(played ? { played } : {}) });
    },
    forgetTable(id: string): void {
        remove(place(id));
        remove(deadPlace(id));
    },

    /** The lines that were played on from a replay. */
    lines: (replay: string): StoredLine[] =>
        read<{ lines: StoredLine[] } | null>(linesPlace(replay), null)?.lines ?? [],
    saveLines(replay: string, lines: StoredLine[]): void {
        if (lines.length === 0) remove(linesPlace(replay));
        else write(linesPlace(replay), { lines, at: Date.now() });
        const ages = keys()
            .filter((key) => key.startsWith(linesPlace("")))
            .map((key) => ({ key, at: read<{ at: number } | null>(key, null)?.at ?? 0 }))
            .sort((one, other) => other.at - one.at);
        for (const { key } of ages.slice(mostReplays)) remove(key);
    },

    /** What may open one's seat, the newest first. */
    tokens(id: string): string[] {
        const table = storage.table(id);
        const dead = read<string[]>(deadPlace(id), []);
        return [table?.asked, table?.token].filter((token) => token != null).filter((token) => !dead.includes(token));
    },
    /** These open no seat any more. */
    markDead(id: string, tokens: string[]): void {
        if (tokens.length === 0) return;
        const dead = read<string[]>(deadPlace(id), []).filter((token) => !tokens.includes(token));
        write(deadPlace(id), [...tokens, ...dead].slice(0, mostDead));
    },
};
