// Playing on from a move of a replay: the table is opened and its secrets are kept before one goes there.
import { newWhatIf } from "../api";
import { player } from "../home/name.svelte";
import { ownFace } from "../people/own_face.svelte";
import type { NewWhatIf } from "../protocol";
import { go } from "../router.svelte";
import { storage } from "../storage";

export async function playOn(game: string, wish: Omit<NewWhatIf, "lang" | "name" | "face">): Promise<void> {
    // Quick: one has seen how it began, and may want to try it again and again.
    const { table, invite, token } = await newWhatIf({
        pace: "quick",
        ...wish,
        name: player.name,
        face: ownFace.chosen,
    });
    storage.saveTable({ id: table, game, token, invite, whatIf: true });
    go(`/t/${table}#${invite}`);
}
