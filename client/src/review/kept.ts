// What was measured of matches, kept in this browser (IndexedDB), so that coming back shows it at once and a
// review that was stopped goes on where it was. Without a database, as in some private windows, it is measured
// again.
import type { JudgedShown } from "../protocol";
import { FORM, SEED } from "./columns";

const NAME = "funicular-reviews";
const STORE = "reviews";
/** So many reviews stay; those used longest ago go first. */
const MOST = 40;

interface Stored {
    key: string;
    used: number;
    /** By the place of the decision among those that were a choice. */
    judged: (JudgedShown | null)[];
}

const keyOf = (replay: string, worlds: number): string => `${FORM} ${SEED} ${worlds} ${replay}`;

function done<T>(request: IDBRequest<T>): Promise<T> {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error("indexedDB"));
    });
}

let opening: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
    opening ??= new Promise((resolve, reject) => {
        const request = indexedDB.open(NAME, 1);
        request.onupgradeneeded = () =>
            request.result.createObjectStore(STORE, { keyPath: "key" }).createIndex("used", "used");
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error("indexedDB"));
        request.onblocked = () => reject(new Error("indexedDB"));
    });
    return opening;
}

/** What is known of this match, by place; null if nothing is. */
export async function keptJudged(replay: string, worlds: number): Promise<(JudgedShown | null)[] | null> {
    try {
        const store = (await database()).transaction(STORE).objectStore(STORE);
        return ((await done(store.get(keyOf(replay, worlds)))) as Stored | undefined)?.judged ?? null;
    } catch {
        return null;
    }
}

export async function keepJudged(replay: string, worlds: number, judged: (JudgedShown | null)[]): Promise<void> {
    try {
        const store = (await database()).transaction(STORE, "readwrite").objectStore(STORE);
        await done(store.put({ key: keyOf(replay, worlds), used: Date.now(), judged: [...judged] } satisfies Stored));
        const old = (await done(store.index("used").getAllKeys())).slice(0, -MOST);
        for (const key of old) store.delete(key);
    } catch {
        // It is measured again the next time.
    }
}
