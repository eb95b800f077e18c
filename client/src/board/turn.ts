// Whose turn it is: for the board, and in a sentence.
import type { AnyDeal } from "../deal";
import { say } from "../words.svelte";
import type { BoardProps } from "./board_props";

export interface Turn {
    you: number | null;
    /** Who sits at the bottom: oneself, or the first seat for a client that watches. */
    bottom: number;
    /** Whether it is one's own turn. */
    mine: boolean;
    /** Who is to move, once all that has happened is shown. */
    acting: number[];
}

export function turnOf({ table, deal, settled }: Pick<BoardProps<AnyDeal>, "table" | "deal" | "settled">): Turn {
    const { you } = table;
    return {
        you,
        bottom: you ?? 0,
        mine: you !== null && deal.to_act.includes(you) && deal.legal.length > 0,
        acting: settled ? deal.to_act : [],
    };
}

export function waitingFor(toAct: number[], names: string[], lang: string): string {
    const players = toAct.map((seat) => names[seat] ?? "");
    if (players.length === 0) return say("web.board.over");
    if (players.length === 1) return say("web.board.waiting", { player: players[0]! });
    return say("web.board.waiting-many", {
        players: new Intl.ListFormat(lang, { type: "conjunction" }).format(players),
    });
}
