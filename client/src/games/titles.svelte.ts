// What the games are called, in the language in use; asked for once a language.
import { games } from "../api";
import { lang } from "../words.svelte";

const state = $state<{ lang: string; titles: Record<string, string> }>({ lang: "", titles: {} });

/** The title of a game; "" until it is there. */
export function gameTitle(name: string): string {
    return state.titles[name] ?? "";
}

/** Have the titles, as long as the component lives that calls this. */
export function useGameTitles(): void {
    $effect(() => {
        const wanted = lang();
        if (state.lang === wanted) return;
        games().then(
            (found) => {
                state.lang = wanted;
                state.titles = Object.fromEntries(found.map(({ name, title }) => [name, title]));
            },
            // A page without them is still a page.
            () => {},
        );
    });
}
