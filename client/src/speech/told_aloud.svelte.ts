// Says aloud what is seen at a table: each event once, as the board shows it; then the sentence of one's
// turn, the result of the deal, the winner of the match. Nothing that was there before one came is told,
// and nothing is told again after a lost line or a second look at the board.
import { announce } from "../announce";
import { toldByWelcome } from "../connection/table_state.svelte";
import type { Told } from "../deal";
import { gameOfDeal } from "../games/registry";
import { settings } from "../settings.svelte";
import { say } from "../words.svelte";
import { aloud } from "./aloud";
import { dealResult } from "./score";
import type { Moment } from "./speech";

interface Source extends Moment {
    /** How many of the things told are shown. */
    shown: number;
    /** Which decision of one's own is awaited, "" while none is. */
    turn: string;
}

/** What has been said already, by whichever board showed it. */
const said = new WeakSet<Told>();

/** Which deal of which match. */
const nameOf = ({ table, deal }: Moment): string => `${table.match}.${deal.number}`;

const same = (a: Told, b: Told | undefined): boolean => a === b || JSON.stringify(a.event) === JSON.stringify(b?.event);

/** How many of these begin alike: a line that was down, or another language, brings everything anew. */
function alike(before: Told[], now: Told[]): number {
    const end = now.findIndex((each, i) => !same(each, before[i]));
    return end < 0 ? now.length : end;
}

async function turnSentence(now: Moment): Promise<string> {
    try {
        const speech = await gameOfDeal(now.deal).speech.load();
        return settings.speech === "brief" ? speech.turnInBrief(now, now.you!) : speech.turn(now, now.you!);
    } catch {
        // It could not be loaded: that it is one's turn has to be said all the same.
        return say("web.room.your-turn");
    }
}

export function tellAloud(source: () => Source): void {
    const first = source();
    let deal = nameOf(first);
    let told: Told[] = first.told;
    let you = first.you;
    // What came since, while the board was still being loaded, is new too.
    const since = first.told.findIndex((each) => !toldByWelcome.has(each));
    let next = since < 0 ? first.shown : Math.min(first.shown, since);
    let turn = "";
    let phase = first.table.phase;

    $effect(() => {
        const now = source();
        if (nameOf(now) !== deal) next = 0;
        // Seen from elsewhere, by whoever stands up: the same deal, and nothing of it is new.
        else if (now.you !== you) next = now.shown;
        else if (now.told !== told) {
            const kept = alike(told, now.told);
            if (kept < next) announce(say("web.speech.undone"));
            next = Math.min(next, kept);
        }
        deal = nameOf(now);
        you = now.you;
        told = now.told;
        for (const each of told.slice(next, now.shown)) {
            if (!said.has(each)) announce(aloud(now.deal, each.text));
            said.add(each);
        }
        next = now.shown;
        if (now.shown < told.length) return;

        const { table } = now;
        if (table.phase !== phase) {
            phase = table.phase;
            if (phase === "scored" || phase === "over") announce(dealResult(table, now.names));
            if (phase === "over") announce(table.result?.text ?? "");
        }
        if (now.turn !== turn) {
            turn = now.turn;
            if (turn) announce(turnSentence(now));
        }
    });
}
