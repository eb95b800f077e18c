// The keys of a replay, before the board sees them: there nobody has a card to choose. Fields and
// buttons keep theirs.
import { shortcutOf } from "../board/keys";
import type { Film } from "./film.svelte";

const BUSY = "input, select, textarea, dialog, [role=tablist]";

export function onKey(film: Film, press: KeyboardEvent): void {
    if (press.ctrlKey || press.metaKey || press.altKey) return;
    const target = press.target as Element;
    if (target.closest(BUSY)) return;
    if (press.key === " " && target.closest("button, a")) return;
    const action = shortcutOf(press) === "open-hands" ? openHands : ACTIONS[press.key];
    if (!action) return;
    press.preventDefault();
    press.stopPropagation();
    action(film);
}

const ACTIONS: Record<string, (film: Film) => void> = {
    ArrowRight: (film) => film.step(1),
    ArrowLeft: (film) => film.step(-1),
    ArrowDown: (film) => film.stop(1),
    ArrowUp: (film) => film.stop(-1),
    PageDown: (film) => film.goDeal(film.deal + 1),
    PageUp: (film) => film.goDeal(film.deal - 1),
    Home: (film) => film.goMove(0),
    End: (film) => film.goMove(film.moves),
    " ": (film) => (film.running = !film.running),
};

function openHands(film: Film): void {
    film.open = !film.open;
}
