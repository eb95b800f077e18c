// The board of Ascenseur, and how its events are heard.
import type { AscenseurDeal } from "../../protocol";
import { anyBoard } from "../game";
import Board from "./Board.svelte";
import { lastTrick } from "./picture";

export const board = anyBoard<AscenseurDeal>({
    Board,
    sounds: { played: "card", trick: "trick" },
    leaving: (event) => ({ to: event.type === "trick" ? event.seat : null, turning: false }),
    played: (event) => (event.type === "played" ? [event.card] : []),
    lastTrick,
});
