// Whose turn it is, in a sentence.
import { say } from "../words.svelte";

export function waitingFor(toAct: number[], names: string[], lang: string): string {
  const players = toAct.map((seat) => names[seat] ?? "");
  if (players.length === 0) return say("web.board.over");
  if (players.length === 1) return say("web.board.waiting", { player: players[0]! });
  return say("web.board.waiting-many", {
    players: new Intl.ListFormat(lang, { type: "conjunction" }).format(players),
  });
}
