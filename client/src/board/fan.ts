// Where the cards of a hand lie, so that the number of each can be read: in one row while that is
// possible, else in two.

const HEIGHT = 1.4;

export interface Fan {
  card: number;
  height: number;
  /** How many cards a row has. */
  row: number;
  spots: { x: number; y: number }[];
}

/** `seen` is how much of a card must be seen beside its neighbour, as a share of its width. */
export function fan(seen: number, groups: (string | number)[], measured: number): Fan {
  // Before the first measure a phone is assumed.
  const width = measured || 360;
  const count = groups.length;
  const wide = width > 640;
  const largest = wide ? 104 : 84;
  const least = wide ? 84 : 58;
  const gap = wide ? 14 : 5;
  if (count === 0) return { card: least, height: least * HEIGHT, row: 1, spots: [] };

  const fits = (inRow: number, card: number) =>
    card * (1 + seen * (inRow - 1)) + gap * inRow * 0.5 <= width;
  let rows = 1;
  let card = largest;
  while (card > least && !fits(count, card)) card -= 2;
  if (!fits(count, card)) {
    rows = 2;
    card = largest;
    while (card > 44 && !fits(Math.ceil(count / 2), card)) card -= 2;
    if (!wide) card = Math.min(card, 64);
  }

  const row = Math.ceil(count / rows);
  const step = card * 0.88;
  const spots = groups.map((_, i) => ({ x: 0, y: Math.floor(i / row) * step }));
  for (let start = 0; start < count; start += row) {
    const members = Array.from({ length: Math.min(row, count - start) }, (_, i) => start + i);
    const breaks = members.filter((i) => i > start && groups[i] !== groups[i - 1]).length;
    const free = width - card - breaks * gap;
    const strip = Math.min(card * (wide ? 0.74 : 0.86), free / Math.max(1, members.length - 1));
    const used = strip * (members.length - 1) + card + breaks * gap;
    let x = (width - used) / 2;
    for (const i of members) {
      if (i > start) x += strip + (groups[i] !== groups[i - 1] ? gap : 0);
      spots[i]!.x = Math.round(x);
    }
  }
  return { card, row, spots, height: card * HEIGHT + (rows - 1) * step };
}
