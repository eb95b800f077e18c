// A sentence about a deal as it is read aloud: cards by their names. They are loaded by then wherever
// a board is shown; where they cannot be, the sentence is said as it is written.
import type { AnyDeal } from "../deal";
import { gameOfDeal } from "../games/registry";

export function aloud(deal: Pick<AnyDeal, "kind">, text: string): Promise<string> {
    return gameOfDeal(deal)
        .cards.load()
        .then(
            (kind) => kind.aloud(text),
            () => text,
        );
}
