// Auf & Ab as the rest of the client knows it.
import { anyTypedMoves, type GameClient } from "../game";
import { Lazy } from "../lazy.svelte";
import { keys } from "./keys";

export const aufAb: GameClient = {
    kind: "auf-ab",
    names: ["auf-ab"],
    ruleLetter: "A",
    hasTricks: true,
    playsAllCards: false,
    keys,
    cards: new Lazy(async () => (await import("./cards")).cardKind),
    board: new Lazy(async () => (await import("./board")).board),
    guide: new Lazy(async () => (await import("./guide")).steps),
    speech: new Lazy(async () => (await import("./speech")).speech),
    typedMoves: new Lazy(async () => anyTypedMoves((await import("./typed_move")).typedMoves)),
    dealing: new Lazy(async () => (await import("./dealing")).deal),
};
