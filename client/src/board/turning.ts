// A card that can be used either way up is seen to turn: it is printed for both ways (`.way`), and
// when it is half way round, the print for one way makes room for the other.
import { EASE } from "./timing";

interface Timing {
  duration: number;
  delay?: number;
  easing?: string;
}

/** Turn a card to how it lies now, from the other way up. */
export function turn(card: Element, { duration, delay = 0, easing = EASE }: Timing): void {
  for (const old of card.getAnimations({ subtree: true })) old.cancel();
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
