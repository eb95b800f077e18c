// Lines: deals that were played on from a move of a replay, as this browser remembers them, by the
// replay they come from. The server has their tables and replays; only this list gives them names.
import type { TableShown, WhatIf } from "../protocol";
import { type StoredLine, storage } from "../storage";

export type { StoredLine };

/** So many lines of a replay are remembered; the oldest go first. */
export const mostLines = 20;
export const longestLineName = 40;

/** The newest first. */
export function linesOf(replay: string): StoredLine[] {
    return storage.lines(replay);
}

/** Those from the same move as this one. */
export function linesFrom(source: WhatIf): StoredLine[] {
    return linesOf(source.replay).filter(({ deal, ply }) => deal === source.deal && ply === source.ply);
}

/** Remember the deal that one plays, or has played, at this table. */
export function noteLine(table: TableShown): void {
    const source = table.what_if;
    if (!source || table.you === null || table.match === 0) return;
    const lines = linesOf(source.replay);
    const id = `${table.id}-${table.match}`;
    const known = lines.find((line) => line.id === id);
    const row = table.phase === "over" ? table.sheet.rows.at(-1) : undefined;
    const line: StoredLine = {
        id,
        table: table.id,
        number: known?.number ?? 1 + Math.max(0, ...lines.map((each) => each.number)),
        name: known?.name ?? "",
        deal: source.deal,
        ply: source.ply,
        seat: table.you,
        world: source.world,
        over: table.phase === "over",
        points: row && !row.void ? row.points : null,
    };
    if (known && JSON.stringify(known) === JSON.stringify(line)) return;
    save(
        source.replay,
        [line, ...lines.filter((each) => each.id !== id)].toSorted((one, other) => other.number - one.number),
    );
}

export function renameLine(replay: string, id: string, name: string): void {
    save(
        replay,
        linesOf(replay).map((line) =>
            line.id === id ? { ...line, name: name.trim().slice(0, longestLineName) } : line,
        ),
    );
}

export function forgetLine(replay: string, id: string): void {
    save(
        replay,
        linesOf(replay).filter((line) => line.id !== id),
    );
}

function save(replay: string, lines: StoredLine[]): void {
    storage.saveLines(replay, lines.slice(0, mostLines));
}

/** Where in its replay a line begins. */
export function sourceLink(source: WhatIf): string {
    return `/r/${encodeURIComponent(source.replay)}?deal=${source.deal}&move=${source.ply}&seat=${source.seat}`;
}
