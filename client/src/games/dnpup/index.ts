// dnpup as the rest of the client knows it.
import { anyTypedMoves, type GameClient } from "../game";
import { Lazy } from "../lazy.svelte";
import { keys } from "./keys";

export const dnpup: GameClient = {
    kind: "dnpup",
    names: ["dnpup"],
    ruleLetter: "D",
    hasTricks: false,
    playsAllCards: false,
    keys,
    cards: new Lazy(async () => (await import("./cards")).cardKind),
    board: new Lazy(async () => (await import("./board")).board),
    guide: new Lazy(async () => (await import("./guide")).steps),
    speech: new Lazy(async () => (await import("./speech")).speech),
    typedMoves: new Lazy(async () => anyTypedMoves((await import("./typed_move")).typedMoves)),
    dealing: new Lazy(async () => (await import("./dealing")).deal),
};
