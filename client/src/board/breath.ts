// How long the table waits before a move plays itself: against bots long enough to be seen; among people
// as long as this player takes where there is a choice, so that the time tells nothing of the hand.
import { PACES, type TableShown } from "../protocol";

/** How long it is seen before it goes, in milliseconds at the normal pace, and at any. */
const LOOK = 900;
const LEAST_LOOK = 300;
/** What a player takes of whom too little is known: evenly between these. */
const USUAL = { least: 1500, most: 5000 };
/** The times of one's own that are drawn from, and how few are too few. */
const LATEST = 20;
const ENOUGH = 5;

const thoughts: number[] = [];

export function amongPeople({ chairs }: Pick<TableShown, "chairs">): boolean {
    return chairs.filter(({ kind }) => kind === "person").length > 1;
}

/** Remember how long the player took for a decision with a choice. */
export function noteThought(time: number): void {
    thoughts.push(Math.min(USUAL.most, Math.max(LOOK, time)));
    if (thoughts.length > LATEST) thoughts.shift();
}

export function breath(people: boolean, pace: TableShown["pace"], random: () => number = Math.random): number {
    if (!people) return Math.max(LEAST_LOOK, LOOK * PACES[pace]);
    if (thoughts.length < ENOUGH) return USUAL.least + random() * (USUAL.most - USUAL.least);
    return thoughts[Math.floor(random() * thoughts.length)]!;
}
