// The board of Auf & Ab, and how its events are heard.
import type { AufAbDeal } from "../../protocol";
import { anyBoard } from "../game";
import Board from "./Board.svelte";
import { lastTrick } from "./picture";

export const board = anyBoard<AufAbDeal>({
    Board,
    sounds: { laid: "card", trick: "trick" },
    leaving: (event) => ({ to: event.type === "trick" ? event.seat : null, turning: false }),
    played: (event) => (event.type === "laid" ? event.cards : []),
    lastTrick,
});
