// What the moves of one's turn are worth: measured in this browser from the numbers of one's view, or by
// the server where the kernels cannot run. The same turn is measured once, for hint and gauge alike.
import { ask } from "../api";
import { available, evaluate } from "../kernel/kernel";
import type { HintShown, ViewNumbers } from "../protocol";
import { lang } from "../words.svelte";
import type { Measured } from "./hint_words";

interface Place {
    /** The table, and what lets one in. */
    table: string;
    token: string;
}

interface Kept {
    key: string;
    measured: Promise<Measured>;
}
let kept: Kept | null = null;

/** Measure the decision at hand; a refusal comes as `Refused`. `turn` names it. */
export function measure(place: Place, turn: number, signal: AbortSignal): Promise<Measured> {
    const key = `${place.table} ${turn} ${lang()}`;
    if (kept?.key !== key) {
        const measured = measured_(place, signal);
        kept = { key, measured };
        // What was refused or given up may be asked for again.
        measured.catch(() => {
            if (kept?.measured === measured) kept = null;
        });
    }
    return kept.measured;
}

async function measured_({ table, token }: Place, signal: AbortSignal): Promise<Measured> {
    const at = `/api/tables/${encodeURIComponent(table)}`;
    const headers = { Authorization: `Bearer ${token}` };
    if (!available())
        return fromServer(await ask<HintShown>(`${at}/hint?lang=${lang()}`, { method: "POST", headers, signal }));
    const given = await ask<ViewNumbers>(`${at}/numbers?lang=${lang()}`, { headers, signal });
    const { game, numbers, seed, worlds, turn, legal, spoken } = given;
    try {
        const { moves, best } = await evaluate({ game, numbers, seed, worlds, race: true }, signal);
        return { turn, legal, spoken, goal: given.goal as Measured["goal"], moves, best };
    } catch (error) {
        if (signal.aborted) throw error;
        // A browser that has the kernels and cannot run them after all.
        return fromServer(await ask<HintShown>(`${at}/hint?lang=${lang()}`, { method: "POST", headers, signal }));
    }
}

function fromServer({ turn, legal, spoken, goal, moves, best }: HintShown): Measured {
    return { turn, legal, spoken, goal: goal as Measured["goal"], moves, best };
}
