// A card that can be used either way up is seen to turn: it is printed for both ways (`.way`), and
// when it is half way round, the print for one way makes room for the other.
import { EASE } from "./timing";

interface Timing {
    duration: number;
    delay?: number;
    easing?: string;
}

/** End the turns of these cards that are under way. All are found before any is ended: to look again
    after a change makes the browser work out all styles anew. */
export function endTurns(cards: Element[]): void {
    for (const old of cards.flatMap((card) => card.getAnimations({ subtree: true }))) old.cancel();
}

/** Turn a card, which does not turn yet, to how it lies now, from the other way up. */
export function turn(card: Element, { duration, delay = 0, easing = EASE }: Timing): void {
    const timing = { duration, delay, easing, fill: "backwards" as const };
    card.animate([{ rotate: "-180deg" }, { rotate: "0deg" }], { ...timing, id: "turn" });
    for (const way of card.querySelectorAll(".way")) {
        const [from, to] = way.classList.contains("shown") ? [0, 1] : [1, 0];
        // At once rather than by and by: a drawing that changes in every frame is painted in every frame.
        way.animate(
            [{ opacity: from }, { opacity: from, offset: 0.5 }, { opacity: to, offset: 0.5 }, { opacity: to }],
            timing,
        );
    }
}
