// How this player likes it: kept in this browser, in force at once.
import { storage } from "./storage";

export interface Settings {
    theme: "auto" | "light" | "dark";
    /** The ground the cards lie on. */
    table: "pine" | "lake" | "snow" | "dusk";
    /** What is drawn on the back of the cards. */
    back: "cable" | "peaks" | "chevrons" | "edelweiss";
    /** Cards with pictures, or with what they say alone; both say the same. */
    faces: "poster" | "plain";
    /** Whether each of the four suits has a colour of its own. */
    suits: "four" | "classic";
    /** The hand one plays with: the large button and the actions are on its side. */
    handed: "right" | "left";
    sound: boolean;
    /** In percent. */
    volume: number;
    /** Whether a tap on a card plays it at once, where no other card has to go with it. */
    oneTap: boolean;
    /** Whether bids, passes and flips are asked for twice. */
    confirm: boolean;
    /** Whether one passes by itself among bots when nothing can be laid. */
    passAlone: boolean;
    /** The same among people. */
    passAmongPeople: boolean;
    /** Whether a card that leaves no choice plays itself. */
    forcedAlone: boolean;
    /** Whether the odds of one's contract, or of being out first, stand beside one's badge. */
    gauge: boolean;
    /** How the hand is sorted: by suit and rank, by the side that counts now, or by the player. */
    sort: "rank" | "side" | "hand";
    /** Whether the chat is neither shown nor heard. */
    muted: boolean;
    /** Whether score, log and chat stand beside the table, where there is room for both. */
    panel: boolean;
    /** How much a screen reader is given to say. */
    speech: "full" | "brief";
    /** As the system wishes, or never, or always. */
    motion: "auto" | "off" | "on";
    /** Whether the page is kept in this browser for times without a network. */
    offline: boolean;
    /** Whether a notification tells of one's turn while the page is out of sight. */
    notify: boolean;
    /** Whether letters are shortcuts. */
    shortcuts: boolean;
    /** The shortcuts with another key than usual, by their ids; "" for one without any. */
    keys: Record<string, string>;
}

const usual: Settings = {
    theme: "auto",
    table: "pine",
    back: "cable",
    faces: "poster",
    suits: "four",
    handed: "right",
    sound: true,
    volume: 70,
    oneTap: false,
    confirm: false,
    passAlone: true,
    passAmongPeople: false,
    forcedAlone: false,
    gauge: false,
    panel: true,
    sort: "side",
    muted: false,
    speech: "full",
    motion: "auto",
    offline: true,
    notify: false,
    shortcuts: false,
    keys: {},
};

export const settings: Settings = $state(storage.settings(usual));

/** Put everything back to what is usual; returns what was set before. */
export function resetSettings(): Settings {
    const before = $state.snapshot(settings);
    Object.assign(settings, usual);
    return before;
}

/** What the style sheets follow (`theme/choices.css`): attributes of the page with these names. */
export const styled = ["table", "back", "faces", "suits", "handed", "motion"] as const;

/** Whether things may move on the screen. */
export function moves(): boolean {
    if (settings.motion !== "auto") return settings.motion === "on";
    return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Keep the settings and put them into force; called once, at the start. */
export function useSettings(): void {
    $effect.root(() => {
        $effect(() => {
            storage.saveSettings($state.snapshot(settings));
            const root = document.documentElement;
            if (settings.theme === "auto") delete root.dataset.theme;
            else root.dataset.theme = settings.theme;
            for (const name of styled) root.dataset[name] = settings[name];
        });
    });
}
