// The lines behind a chart.

/** How far apart they are, some five of them: 1, 2 or 5 with noughts; at least 1 where only whole numbers count. */
export function gridStep(span: number, whole: boolean): number {
    const rough = span / 5;
    const ten = 10 ** Math.floor(Math.log10(rough));
    const found = [1, 2, 5, 10].map((n) => n * ten).find((n) => n >= rough) ?? rough;
    return whole ? Math.max(1, found) : found;
}
