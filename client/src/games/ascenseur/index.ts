// Ascenseur, with 52 cards and with 32, as the rest of the client knows it.
import { anyTypedMoves, type GameClient } from "../game";
import { Lazy } from "../lazy.svelte";
import { keys } from "./keys";

export const ascenseur: GameClient = {
    kind: "ascenseur",
    names: ["ascenseur-52", "ascenseur-32"],
    ruleLetter: "S",
    hasTricks: true,
    playsAllCards: true,
    keys,
    cards: new Lazy(async () => (await import("./cards")).cardKind),
    board: new Lazy(async () => (await import("./board")).board),
    guide: new Lazy(async () => (await import("./guide")).steps),
    speech: new Lazy(async () => (await import("./speech")).speech),
    typedMoves: new Lazy(async () => anyTypedMoves((await import("./typed_move")).typedMoves)),
    dealing: new Lazy(async () => (await import("./dealing")).deal),
};
