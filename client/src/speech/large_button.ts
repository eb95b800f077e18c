// What the large button would do, said when the player has chosen something.
import { tick } from "svelte";
import { announce } from "../announce";
import { settings } from "../settings.svelte";
import { say } from "../words.svelte";

/** What each large button says now; "" while it can do nothing. */
const buttons = new Set<() => string>();

/** A large button is there, until what is returned is called. */
export function largeButton(text: () => string): () => void {
    buttons.add(text);
    return () => buttons.delete(text);
}

/** Say what the large button does with what was just chosen; not in brief. */
export async function sayButton(): Promise<void> {
    if (settings.speech === "brief") return;
    await tick();
    for (const text of buttons) if (text()) announce(say("web.speech.button", { text: text() }));
}
