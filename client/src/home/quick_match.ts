// A quick match: to a table where somebody waits for the same game, or to a new one where one waits oneself.
import { askQuickMatch, glance } from "../api";
import type { GameShown } from "../protocol";
import { go } from "../router.svelte";
import { longestName } from "./name.svelte";
import { type Choice, type StoredTable, storage } from "../storage";

/** Tables where one sits down as soon as one is in. */
export const toSit = new Set<string>();

export async function quickMatch(game: GameShown, choice: Choice, name: string): Promise<void> {
    // Who waits already, in another tab perhaps, is not seated a second time.
    for (const table of storage.tables()) {
        if (table.quick && table.game === game.name && (await waitsAt(table))) {
            visit(table.id, table.invite);
            return;
        }
    }
    const { length, seats, level } = choice;
    const { table, invite, token } = await askQuickMatch({ game: game.name, length, seats, level, name });
    storage.saveName(name);
    if (storage.tokens(table).length === 0) {
        storage.saveTable({ id: table, game: game.name, token, invite, quick: true });
        if (token === null) toSit.add(table);
    }
    visit(table, invite);
}

async function waitsAt({ id, over }: StoredTable): Promise<boolean> {
    const [token] = storage.tokens(id);
    if (over || !token) return false;
    try {
        const { table } = await glance(id, token);
        return table.phase === "gathering" && table.you !== null;
    } catch {
        return false;
    }
}

function visit(table: string, invite: string | null): void {
    go(`/t/${table}${invite ? `#${invite}` : ""}`);
}

/** The name, or with a number behind it where somebody at the table is called so already. */
export function freeName(name: string, taken: string[]): string {
    const said = new Set(taken.map((each) => each.toLowerCase()));
    for (let number = 1; ; number++) {
        const ending = number === 1 ? "" : ` ${number}`;
        const tried = name.slice(0, longestName - ending.length) + ending;
        if (!said.has(tried.toLowerCase())) return tried;
    }
}
