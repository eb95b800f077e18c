// A word or a number pops up when it is said, in the pace of the table. Used as `in:pop`, which Svelte runs for
// what comes later, and not for what is there from the beginning: nothing repeats after a reconnect. The
// keyframes are the frame's; whoever wants no motion gets none, as of all animations of the style sheets.
import { PACES, type TableShown } from "../protocol";
import { EASE, TIMES } from "./timing";

export function pop(node: HTMLElement, pace: TableShown["pace"]): { duration: number } {
    const duration = TIMES.bid * PACES[pace];
    if (duration > 0) node.style.animation = `said ${duration}ms ${EASE}`;
    return { duration };
}
