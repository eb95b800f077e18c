// The board of dnpup, and how its events are heard.
import type { DnpupDeal } from "../../protocol";
import { anyBoard } from "../game";
import Board from "./Board.svelte";

export const board = anyBoard<DnpupDeal>({
    Board,
    sounds: { played: "card", added: "card", taken: "trick", beaten: "trick" },
    // What is only laid may come back.
    played: (event) => (event.type === "discarded" ? event.cards : []),
    // Cards that come back to a hand turn over on the way.
    leaving(event) {
        const back = event.type === "taken" || (event.type === "beaten" && event.returned);
        return { to: back ? event.seat : null, turning: back };
    },
});
