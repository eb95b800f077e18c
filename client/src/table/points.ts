// Points as people write them: with a real minus, and a plus where points are won.

export function total(points: number): string {
  return String(points).replace("-", "−");
}

export function signed(points: number): string {
  return points > 0 ? `+${points}` : total(points);
}

/** What a cell of the sheet says beyond the points, which stand beside it: "2/3" of "2/3 −5". */
export function detail(cell: string, points: number): string {
  const end = signed(points);
  return cell.endsWith(end) ? cell.slice(0, -end.length).trim() : cell;
}
