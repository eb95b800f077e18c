// The board of Ascenseur, and how its events are shown and heard.
import type { AscenseurDeal } from "../../protocol";
import { anyBoard } from "../game";
import Board from "./Board.svelte";
import { keys } from "./keys";
import { lastTrick } from "./picture";

export const board = anyBoard<AscenseurDeal>({
  Board,
  keys,
  events: {
    dealt: { after: 500 },
    bid: { after: 350 },
    sealed: { after: 200 },
    bids: { after: 600 },
    played: { after: 480, sound: "card" },
    trick: { before: 1500, after: 550, sound: "trick", ends: true },
    scored: { before: 1300, after: 0 },
  },
  leaving: (event) => ({ to: event.type === "trick" ? event.seat : null, turning: false }),
  lastTrick,
});
