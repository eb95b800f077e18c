// dnpup as the rest of the client knows it.
import type { GameClient } from "../game";
import { Lazy } from "../lazy.svelte";
import { keys } from "./keys";

export const dnpup: GameClient = {
  kind: "dnpup",
  names: ["dnpup"],
  ruleLetter: "D",
  hasTricks: false,
  keys,
  cards: new Lazy(async () => (await import("./cards")).cardKind),
  board: new Lazy(async () => (await import("./board")).board),
  guide: new Lazy(async () => (await import("./guide")).steps),
  speech: new Lazy(async () => (await import("./speech")).speech),
  dealing: new Lazy(async () => (await import("./dealing")).deal),
};
