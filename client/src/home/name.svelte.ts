// What this player is called. Asked once; until then the language's own name for a guest will do.
import { storage } from "../storage";
import { say } from "../words.svelte";

export const longestName = 24;

const state = $state({ name: storage.name() });

export const player = {
    /** As it was typed; "" where nothing was. */
    get typed(): string {
        return state.name;
    },
    set typed(name: string) {
        state.name = name.slice(0, longestName);
        storage.saveName(state.name.trim());
    },
    /** As the table will say it. */
    get name(): string {
        return state.name.trim() || say("web.home.guest");
    },
};
