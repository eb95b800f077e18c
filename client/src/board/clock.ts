// What is left on a clock, and how it is written.

/** So many seconds before the end, time is short. */
const short = 5;

/** What a seat's clock shows, in whole seconds. */
export interface Time {
    /** Left of the turn; null while it is not this seat's turn. */
    turn: number | null;
    /** Left of the reserve. */
    bank: number;
    /** Until a bot moves; null while it is not this seat's turn. */
    left: number | null;
    short: boolean;
}

/** What is left after so many seconds of a turn. */
export function timeAfter(spent: number, turn: number, bank: number): Time {
    const over = Math.max(0, spent - turn);
    const left = Math.max(0, turn + bank - spent);
    return {
        // A second begun is still shown, so that 0 means that it is over.
        turn: Math.ceil(Math.max(0, turn - spent)),
        bank: Math.ceil(Math.max(0, bank - over)),
        left: Math.ceil(left),
        short: left <= short,
    };
}

/** Minutes and seconds, as a clock has them. */
export function clockText(seconds: number): string {
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
