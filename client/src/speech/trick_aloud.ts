// The trick taken last, in words.
import type { CardKind, LastTrick } from "../games/game";
import { say } from "../words.svelte";
import type { Moment } from "./speech";

export function trickAloud(last: LastTrick | null, now: Moment, kind: CardKind): string {
    if (!last) return say("web.board.no-trick");
    const plays = last.plays.map(({ seat, cards }) =>
        say("web.speech.of", { player: now.names[seat] ?? "", what: cards.map(kind.spoken).join("; ") }),
    );
    const taken = now.told.findLast(({ event }) => event.type === "trick")?.text ?? "";
    return `${say("web.speech.last-trick", { plays: plays.join("; ") })} ${kind.aloud(taken)}`;
}
