// What a card is called when it is read aloud.
import { say } from "../words.svelte";
import { domino, french, twoWay, type Kind } from "./faces";

export function spoken(kind: Kind, card: string): string {
  if (kind === "ascenseur") {
    const { rank, suit } = french(card);
    return say("web.cards.french", {
      rank: say(`web.cards.rank.${rank}`),
      suit: say(`web.cards.suit.${suit}`),
    });
  }
  if (kind === "auf-ab") {
    const { low, high, double, change } = domino(card);
    const form = double ? "double" : change ? "change" : "plain";
    return say(`web.cards.auf-ab.${form}`, { low, high });
  }
  const { active, inactive, star } = twoWay(card);
  return say(star ? "web.cards.dnpup.star" : "web.cards.dnpup.plain", { active, inactive });
}
