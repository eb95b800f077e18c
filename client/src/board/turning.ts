// A card that can be used either way up is seen to turn: it is printed for both ways (`.way`), and
// while it goes round by half, the print for one way makes room for the other.
import { EASE } from "./timing";

// How far round the card is, while one print makes room for the other.
const BEGIN = 0.35;
const END = 0.65;

interface Timing {
  duration: number;
  delay?: number;
  easing?: string;
}

/** Turn a card to how it lies now, from the other way up. */
export function turn(card: Element, { duration, delay = 0, easing = EASE }: Timing): void {
  for (const old of card.getAnimations({ subtree: true })) old.cancel();
  const timing = { duration, delay, fill: "backwards" as const };
  card.animate([{ rotate: "-180deg" }, { rotate: "0deg" }], { ...timing, easing, id: "turn" });
  const ways = [...card.querySelectorAll(".way")];
  // Neither is ever seen through: the lower one is there in full while the upper one comes or goes.
  ways.forEach((way, i) => {
    const [from, to] = way.classList.contains("shown") ? [0, 1] : [1, 0];
    const upper = i === ways.length - 1;
    const change = upper ? [BEGIN, END] : to === 1 ? [BEGIN, BEGIN] : [END, END];
    way.animate(
      [{ opacity: from }, { opacity: from, offset: change[0]! }, { opacity: to, offset: change[1]! }, { opacity: to }],
      // As far round as the card is.
      { ...timing, easing },
    );
  });
}
