// The shortcuts of the table, in one list. Arrows, space, Enter and Escape always work; a shortcut is a
// single character, and speech input or a slip of the hand sends those too. So they wait until the
// player switches them on, each can get another key, or none, and what cannot be undone asks for the
// same key again.
import { GAMES } from "../games/registry";
import { settings } from "../settings.svelte";
import { keys as askKeys } from "../speech/question_keys";
import { say } from "../words.svelte";

export interface Shortcut {
    /** Kept in the settings. What it does is said by the sentence `web.board.key.<id>`. */
    id: string;
    /** The usual key: a character, in lower case. */
    key: string;
    /** Whether it works where the others are switched off; its key can still be taken away. */
    always?: boolean;
}

/** The shortcuts that every table has. A component that acts on one asks `shortcutOf` for its id. */
const ofEveryTable: readonly Shortcut[] = [
    { id: "help", key: "?", always: true },
    { id: "hint", key: "i" },
    ...askKeys,
];

/** The shortcuts of a replay. */
const ofReplays: readonly Shortcut[] = [{ id: "open-hands", key: "o" }];

/** All there are: those of the table, of each game, of replays; no id and no usual key twice. */
export const SHORTCUTS: readonly Shortcut[] = [
    ...new Map(
        [...ofEveryTable, ...GAMES.flatMap(({ keys }) => keys), ...ofReplays].map((each) => [each.id, each]),
    ).values(),
];

/** Bids are typed with these, so they are nobody's shortcut. */
const DIGIT = /^\d$/;

/** The key of a shortcut as the player has it; "" where it has none. */
export function keyOf({ id, key }: Shortcut): string {
    return settings.keys[id] ?? key;
}

/** Whether a key press is meant for the table: not while somebody types, nor with a modifier. */
export function forTable(event: KeyboardEvent): boolean {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
    const target = event.target;
    if (!(target instanceof Element)) return true;
    return target.closest("input, textarea, select, dialog, [contenteditable]") === null;
}

/** The id of the shortcut that this key press is; null where it is none, or switched off. */
export function shortcutOf(event: KeyboardEvent): string | null {
    // A key held down repeats itself: that is not the second press which confirms.
    if (!forTable(event) || event.repeat) return null;
    const key = event.key.toLowerCase();
    const found = SHORTCUTS.find((each) => key !== "" && keyOf(each) === key);
    return found && (found.always || settings.shortcuts) ? found.id : null;
}

/** What is asked before a key does what cannot be undone. */
export function confirmKey({ key }: KeyboardEvent, about: string): string {
    return say("web.board.again-key", { key: shown(key), about });
}

/** A key as it is printed on keyboards. */
export function shown(key: string): string {
    return key.toLocaleUpperCase();
}

/** Whether the bids have the focus: there digits are a bid in any case. */
export function onBids({ target }: KeyboardEvent): boolean {
    return target instanceof Element && target.closest("[data-focus-next=bid]") !== null;
}

/** Whether digits are a bid now. */
export function digitsMean(event: KeyboardEvent): boolean {
    return !event.repeat && (settings.shortcuts || onBids(event));
}

/** Why this key cannot be the shortcut's: the id of the one that has it, or what is wrong with it. */
export type KeyProblem = { taken: string } | "digit" | "no-character";

/** Give a shortcut another key; changes nothing where there is a problem. */
export function changeKey({ id }: Shortcut, wanted: string): KeyProblem | null {
    const key = wanted.toLowerCase();
    if ([...key].length !== 1 || key.trim() === "") return "no-character";
    if (DIGIT.test(key)) return "digit";
    const taken = SHORTCUTS.find((other) => other.id !== id && keyOf(other) === key);
    if (taken) return { taken: taken.id };
    settings.keys = { ...settings.keys, [id]: key };
    return null;
}

/** Take a shortcut's key away. */
export function removeKey({ id }: Shortcut): void {
    settings.keys = { ...settings.keys, [id]: "" };
}

/** Let every shortcut have its usual key again. */
export function usualKeys(): void {
    settings.keys = {};
}
