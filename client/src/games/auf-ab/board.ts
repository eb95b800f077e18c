// The board of Auf & Ab, and how its events are shown and heard.
import type { AufAbDeal } from "../../protocol";
import { anyBoard } from "../game";
import Board from "./Board.svelte";
import { keys } from "./keys";
import { lastTrick } from "./picture";

export const board = anyBoard<AufAbDeal>({
  Board,
  keys,
  events: {
    dealt: { after: 500 },
    laid: { after: 650, sound: "card" },
    passed: { after: 350 },
    trick: { before: 1500, after: 550, sound: "trick", ends: true },
    turned: { before: 300, after: 1300 },
    scored: { before: 1300, after: 0 },
  },
  leaving: (event) => ({ to: event.type === "trick" ? event.seat : null, turning: false }),
  lastTrick,
});
