// What is heard of a table beside what its board tells: sounds, notices, and lines of the chat as they
// come. Everything is told once; what was there before one came is not told at all.
import { announce } from "../announce";
import type { Connection } from "../connection/connection.svelte";
import type { AnyDeal, Told } from "../deal";
import { gameOfDeal } from "../games/registry";
import type { Line } from "../protocol";
import { settings } from "../settings.svelte";
import { sound } from "../sound";
import { aloud } from "../speech/aloud";
import { spoken } from "./reactions";
import { mayMove } from "./seats";

async function heard(deal: AnyDeal, told: Told[]): Promise<void> {
    const { sounds } = await gameOfDeal(deal).board.load();
    const kinds = told.map(({ event }) => sounds[event.type]);
    if (kinds.includes("trick")) sound("trick");
    else if (kinds.includes("card")) sound("card");
}

interface Board {
    chatShown: boolean;
    /** Whether all that has happened is shown. */
    settled: boolean;
}

/** Follow a line for as long as the component that calls this lives; what is said also goes to `speak`. */
export function useAnnouncements(line: () => Connection, board: () => Board, speak: (line: Line) => void): void {
    // First: a hand that is laid open comes before the moves that follow from it.
    let last: number | null = null;
    $effect(() => {
        const { said, table, deal } = line();
        const fresh = said.filter((one) => last !== null && one.seq > last && one.seat !== table?.you);
        if (table) last = said.at(-1)?.seq ?? last ?? -1;
        for (const one of fresh) {
            // A notice about a seat is read out, and lies in the chat; it covers no hand.
            if (one.notice) announce(deal ? aloud(deal, one.text ?? "") : (one.text ?? ""));
            else if (settings.muted) continue;
            else {
                announce(spoken(one));
                if (!board().chatShown) speak(one);
            }
        }
    });

    let told: Told[] | null = null;
    $effect(() => {
        const now = line().told;
        if (now === told) return;
        const first = told === null;
        told = now;
        const { deal, fresh } = line();
        // Where the board could not be loaded, its sounds are the least of it.
        if (!first && deal) heard(deal, now.slice(fresh)).catch(() => {});
    });

    let yours: string | null = null;
    $effect(() => {
        const { deal, table } = line();
        if (!deal || table?.phase !== "playing") {
            yours = null;
            return;
        }
        // Heard when the board says so, not while it still shows what came before.
        if (!board().settled) return;
        const mine = mayMove(table, deal);
        const turn = mine ? `${table.match}/${deal.number}/${deal.turn}` : null;
        if (turn !== null && turn !== yours) sound("turn");
        yours = turn;
    });
}
