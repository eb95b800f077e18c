// Opening a table and going there: the secrets are kept first, so that a reload cannot lose a seat.
import { newTable } from "../api";
import { claimSeat } from "../people/claim";
import { ownFace } from "../people/own_face.svelte";
import { storage } from "../storage";
import type { NewTable } from "../protocol";
import { go } from "../router.svelte";

/** Tables that begin as soon as one is in: not before, so that the server's commitment comes first. */
export const toBegin = new Set<string>();

export async function openTable(wanted: Omit<NewTable, "lang" | "nonce">): Promise<void> {
    const { table, invite, token } = await newTable({ face: ownFace.chosen, ...wanted, start: false });
    if (wanted.start) toBegin.add(table);
    storage.saveName(wanted.name);
    storage.saveTable({ id: table, game: wanted.game, token, invite });
    // Before the match begins: it counts only from then on.
    await claimSeat(table, token);
    go(`/t/${table}#${invite}`);
}
