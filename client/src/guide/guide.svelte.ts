// The guidance of the table that is on the screen: what it says now, and what the player has learned,
// which this browser keeps for each game.
import type { AnyDeal, Told } from "../deal";
import { gameOfDeal } from "../games/registry";
import type { TableShown } from "../protocol";
import { storage } from "../storage";
import { names } from "../table/seats";
import { say } from "../words.svelte";
import { guidance, type GuideStep, type Learned, learnedAfter, type Outline } from "./guide";

interface Seen {
    table: TableShown | null;
    deal: AnyDeal | null;
    told: Told[];
}

const state = $state<{ now: { text: string; outline: Outline; kind: AnyDeal["kind"] } | null }>({ now: null });

export const guide = {
    /** What to say while it is one's turn; null where nothing is. */
    get now(): { text: string; outline: Outline } | null {
        return state.now;
    },
    /** Say nothing more in this game. */
    off(): void {
        if (!state.now) return;
        storage.saveGuide(state.now.kind, { ...storage.guide(state.now.kind), off: true });
        state.now = null;
    },
};

/** Guide the player at this table, as long as the component lives that calls this. */
export function useGuide(seen: () => Seen): void {
    // What was said last, and when: the move that follows tells whether it was understood.
    let said: { step: GuideStep; deal: number; turn: number; told: number } | null = null;

    $effect(() => {
        const { table, deal, told } = seen();
        if (!table || !deal || table.you === null || table.phase !== "playing") {
            state.now = null;
            return;
        }
        const { kind } = deal;
        const { off, learned } = storage.guide<Learned>(kind);
        const steps = off ? undefined : gameOfDeal(deal).guide.now;
        if (!steps) {
            state.now = null;
            return;
        }
        const { you } = table;
        let known = learned;
        if (said && (said.deal !== deal.number || said.turn < deal.turn)) {
            const events = told.slice(said.told).map(({ event }) => event);
            const own = events.filter((event) => "seat" in event && event.seat === you);
            // In another deal what came of it is no longer told; a move was made in any case.
            if (own.length > 0 || said.deal !== deal.number) {
                known = learnedAfter(said.step, own, known);
                storage.saveGuide(kind, { off, learned: known });
            }
            said = null;
        }
        const found = guidance(steps, { deal, told, you, names: names(table) }, known);
        const step = steps.find(({ name }) => name === found?.step);
        if (found && step) said = { step, deal: deal.number, turn: deal.turn, told: told.length };
        state.now = found && {
            text: say(`web.guide.${kind}.${found.step}`, found.values),
            outline: found.outline,
            kind,
        };
    });
    $effect(() => () => (state.now = null));
}
