// Where the cards of a hand lie in the box there is for them, so that the corner of each, with all it
// says, can be read and tapped: in one row where that leaves cards of a good size, else in two.

/** How high a card is, by its width. */
export const TALL = 1.5;
/** How far a chosen card rises; so much stays free above. */
export const LIFT = 24;

/** Of each card so many pixels are seen beside its neighbour, and more where two rows have room. */
const STRIP = 40;
const BROAD_STRIP = 50;
/** How much of the upper row is seen above the lower one. */
const UPPER = 0.75;
/** Cards on a phone, and the largest of all. */
const PHONE_CARD = 74;
const LARGEST = 124;
/** A good size on a small phone, for which two rows give up their broader strips. */
const GOOD = 64;
/** Narrower than this they are hard to read, even if that leaves less of a strip. */
const SMALLEST = 52;
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
  const sizes = [1, 2].map((rows) => {
    const row = Math.max(1, Math.ceil(count / rows));
    const room = (height ?? Infinity) - LIFT;
    const byHeight = room / TALL / (1 + (rows - 1) * UPPER);
    const strip = rows === 2 && count <= 13 ? BROAD_STRIP : STRIP;
    const left = (seen: number): number => width - seen * (row - 1);
    // Rather two rows than less of a strip, and rather less of a strip than very small cards.
    const overlapped =
      rows === 1
        ? left(STRIP)
        : Math.max(left(strip), Math.min(GOOD, left(STRIP)), Math.min(SMALLEST, left(LEAST_STRIP)));
    const byStrip = row <= APART ? (width - BETWEEN * (row - 1)) / row : overlapped;
    const bySeen = width / (1 + seen * (row - 1));
    return { row, card: Math.floor(Math.min(most, byHeight, byStrip, bySeen)) };
  });
  const [one, two] = sizes as [{ row: number; card: number }, { row: number; card: number }];
  const single = count <= APART || one.card >= two.card * WORTH_ONE_ROW;
  const { row } = single ? one : two;
  const card = Math.max(1, Math.min((single ? one : two).card, width));

  const high = card * TALL;
  const rows = count > row ? 2 : 1;
  const free = height === undefined ? high + BETWEEN * 2 : height - LIFT - high;
  // Two rows lie apart where they can, else the lower one covers the foot of the upper one.
  const step = rows === 1 ? 0 : Math.min(high + BETWEEN, Math.max(high * UPPER, free));
  const used = LIFT + high + step;
  const top = LIFT + Math.max(0, ((height ?? used) - used) / 2);
  const spots = groups.map((_, i) => ({ x: 0, y: Math.round(top + Math.floor(i / row) * step) }));
  for (let start = 0; start < count; start += row) {
    spread(spots, groups, { start, end: Math.min(count, start + row), card, width });
  }
  return { card, row, spots, height: Math.ceil(used) };
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
