// Where the cards of a hand lie in the box there is for them, so that the corner of each, with all it
// says, can be read and tapped: in one row where that leaves cards of a good size, else in two, and
// in three where two would leave too little of each card.

/** How high a card is, by its width. */
export const TALL = 1.5;
/** How far a chosen card rises; so much stays free above. */
export const LIFT = 24;

/** Of each card so many pixels are seen beside its neighbour, and more where two rows have room. */
const STRIP = 40;
const BROAD_STRIP = 50;
/** How much of each row is seen above the next one: both numbers, with the line under 6 and 9. */
const UPPER = 0.78;
/** Cards on a phone, and the largest of all. */
const PHONE_CARD = 74;
const LARGEST = 124;
/** A good size on a small phone, for which two rows give up their broader strips. */
const GOOD = 64;
/** Rather three rows than two of narrower cards; and rather less of a strip than such cards. */
const SMALLEST = 52;
const SMALLEST_OF_THREE_ROWS = 40;
const LEAST_STRIP = 35;
/** Up to so many cards lie side by side, none over another. */
const APART = 5;
/** One row is preferred to two until its cards would be smaller than this share of theirs. */
const WORTH_ONE_ROW = 0.82;
const BETWEEN = 4;

export interface Fan {
    card: number;
    /** The least height that a hand of this shape wants. */
    height: number;
    /** How many cards the first row has. */
    row: number;
    spots: { x: number; y: number }[];
}

export interface Box {
    width: number;
    /** None where the box is as high as the hand wants. */
    height?: number | undefined;
}

/** `seen` is how much of a card must be seen beside its neighbour, as a share of its width. */
export function fan(seen: number, groups: (string | number)[], { width, height }: Box): Fan {
    const count = groups.length;
    const most = Math.max(PHONE_CARD, Math.min(LARGEST, 50 + width * 0.06));
    const room = (height ?? Infinity) - LIFT;
    const size = (rows: number, least = STRIP): Size => {
        const row = Math.max(1, Math.ceil(count / rows));
        const byHeight = room / TALL / (1 + (rows - 1) * UPPER);
        const left = (strip: number): number => width - strip * (row - 1);
        // Two rows of few cards show more of each, as long as they are of a good size.
        const overlapped =
            rows === 2 && count <= 13 ? Math.max(left(BROAD_STRIP), Math.min(GOOD, left(least))) : left(least);
        const byStrip = row <= APART ? (width - BETWEEN * (row - 1)) / row : overlapped;
        const bySeen = width / (1 + seen * (row - 1));
        return { row, card: Math.floor(Math.min(most, byHeight, byStrip, bySeen)) };
    };
    const chosen = best(count, size);
    const { row } = chosen;
    const card = Math.max(1, Math.min(chosen.card, width));

    const high = card * TALL;
    const gaps = Math.max(1, Math.ceil(count / row)) - 1;
    const free = height === undefined ? (high + BETWEEN) * gaps : height - LIFT - high;
    // Rows lie apart where they can, else each covers the foot of the one above it.
    const step = gaps === 0 ? 0 : Math.min(high + BETWEEN, Math.max(high * UPPER, free / gaps));
    const used = LIFT + high + step * gaps;
    const top = LIFT + Math.max(0, ((height ?? used) - used) / 2);
    const spots = groups.map((_, i) => ({ x: 0, y: Math.round(top + Math.floor(i / row) * step) }));
    for (let start = 0; start < count; start += row) {
        spread(spots, groups, { start, end: Math.min(count, start + row), card, width });
    }
    return { card, row, spots, height: Math.ceil(used) };
}

interface Size {
    row: number;
    card: number;
}

/** In how many rows the cards lie best, and how large. */
function best(count: number, size: (rows: number, strip?: number) => Size): Size {
    const [one, two, three] = [size(1), size(2), size(3)];
    if (count <= APART || one.card >= two.card * WORTH_ONE_ROW) return one;
    if (two.card >= SMALLEST) return two;
    if (three.card > two.card && three.card >= SMALLEST_OF_THREE_ROWS) return three;
    const tight = size(2, LEAST_STRIP);
    return two.card >= tight.card ? two : { ...tight, card: Math.min(SMALLEST, tight.card) };
}

interface Row {
    start: number;
    end: number;
    card: number;
    width: number;
}

/** Lay out one row in the middle: equal strips, and what is left over between the groups. */
function spread(spots: Fan["spots"], groups: (string | number)[], row: Row): void {
    const { start, end, card, width } = row;
    const steps = Math.max(1, end - start - 1);
    const strip = Math.min(card + BETWEEN, (width - card) / steps);
    const breaks = [];
    for (let i = start + 1; i < end; i += 1) if (groups[i] !== groups[i - 1]) breaks.push(i);
    const left = width - card - strip * (end - start - 1);
    const gap = Math.min(card * 0.16, left / Math.max(1, breaks.length));
    let x = (left - gap * breaks.length) / 2;
    for (let i = start; i < end; i += 1) {
        if (i > start) x += strip + (breaks.includes(i) ? gap : 0);
        spots[i]!.x = Math.floor(x + 0.01);
    }
}
