// The board of dnpup, and how its events are shown and heard.
import type { DnpupDeal } from "../../protocol";
import { anyBoard } from "../game";
import Board from "./Board.svelte";
import { keys } from "./keys";

export const board = anyBoard<DnpupDeal>({
  Board,
  keys,
  events: {
    dealt: { after: 500 },
    played: { after: 480, sound: "card" },
    added: { after: 700, sound: "card" },
    taken: { after: 1000, sound: "trick" },
    beaten: { before: 700, after: 1000, sound: "trick", ends: true },
    flipped: { after: 900 },
    discarded: { after: 350 },
    out: { after: 900 },
    scored: { before: 1300, after: 0 },
    void: { after: 0 },
  },
  // Cards that come back to a hand turn over on the way.
  leaving(event) {
    const back = event.type === "taken" || (event.type === "beaten" && event.returned);
    return { to: back ? event.seat : null, turning: back };
  },
});
