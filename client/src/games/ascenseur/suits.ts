// The four suit signs as outlines around the origin, about twenty units high.
import type { Suit } from "./face";

export const OUTLINES: Record<Suit, string> = {
    hearts:
        "M0 10 C-4 5.4 -10 1.2 -10 -4.2 C-10 -8 -7.3 -10 -4.8 -10 C-2.5 -10 -.8 -8.6 0 -6.6 C.8 -8.6 " +
        "2.5 -10 4.8 -10 C7.3 -10 10 -8 10 -4.2 C10 1.2 4 5.4 0 10Z",
    diamonds: "M0 -11 C2 -6.4 5 -3 8.4 0 C5 3 2 6.4 0 11 C-2 6.4 -5 3 -8.4 0 C-5 -3 -2 -6.4 0 -11Z",
    spades:
        "M0 -11 C3.6 -6 10 -2 10 3 C10 6 7.8 7.6 5.5 7.6 C3.6 7.6 2 6.7 1 5.2 C1.2 7.8 2 9.6 3.6 " +
        "10.6 L-3.6 10.6 C-2 9.6 -1.2 7.8 -1 5.2 C-2 6.7 -3.6 7.6 -5.5 7.6 C-7.8 7.6 -10 6 -10 3 " +
        "C-10 -2 -3.6 -6 0 -11Z",
    clubs:
        "M0 -10.6 C2.9 -10.6 4.9 -8.5 4.9 -6 C4.9 -4.5 4.2 -3.3 3.2 -2.4 C4 -2.9 4.8 -3.1 5.6 -3.1 " +
        "C8.2 -3.1 10.2 -1 10.2 1.6 C10.2 4.2 8.2 6.2 5.6 6.2 C3.7 6.2 2 5.2 1 3.8 C1.2 6.8 2 9.4 " +
        "3.6 10.6 L-3.6 10.6 C-2 9.4 -1.2 6.8 -1 3.8 C-2 5.2 -3.7 6.2 -5.6 6.2 C-8.2 6.2 -10.2 4.2 " +
        "-10.2 1.6 C-10.2 -1 -8.2 -3.1 -5.6 -3.1 C-4.8 -3.1 -4 -2.9 -3.2 -2.4 C-4.2 -3.3 -4.9 -4.5 " +
        "-4.9 -6 C-4.9 -8.5 -2.9 -10.6 0 -10.6Z",
};

/** Where the signs of a number card stand: column and row, and whether upside down. */
const LEFT = 41;
const RIGHT = 75;
const MIDDLE = 58;
const ROWS = { top: 31, bottom: 119, mid: 75, upper: 60.3, lower: 89.7 };

type Place = readonly [x: number, y: number];

const COLUMN_OF_TWO: Place[] = [
    [LEFT, ROWS.top],
    [RIGHT, ROWS.top],
    [LEFT, ROWS.bottom],
    [RIGHT, ROWS.bottom],
];
const SIX: Place[] = [...COLUMN_OF_TWO, [LEFT, ROWS.mid], [RIGHT, ROWS.mid]];
const EIGHT: Place[] = [
    ...COLUMN_OF_TWO,
    [LEFT, ROWS.upper],
    [RIGHT, ROWS.upper],
    [LEFT, ROWS.lower],
    [RIGHT, ROWS.lower],
];

export const PLACES: Record<string, Place[]> = {
    "2": [
        [MIDDLE, ROWS.top],
        [MIDDLE, ROWS.bottom],
    ],
    "3": [
        [MIDDLE, ROWS.top],
        [MIDDLE, ROWS.mid],
        [MIDDLE, ROWS.bottom],
    ],
    "4": COLUMN_OF_TWO,
    "5": [...COLUMN_OF_TWO, [MIDDLE, ROWS.mid]],
    "6": SIX,
    "7": [...SIX, [MIDDLE, 53]],
    "8": [...SIX, [MIDDLE, 53], [MIDDLE, 97]],
    "9": [...EIGHT, [MIDDLE, ROWS.mid]],
    T: [...EIGHT, [MIDDLE, 45.7], [MIDDLE, 104.3]],
};
