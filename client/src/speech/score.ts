// The score as it is said aloud: of a deal that is over, and of the match so far.
import type { TableShown } from "../protocol";
import { settings } from "../settings.svelte";
import { signed, total } from "../table/points";
import { say } from "../words.svelte";

/** Minus as a word: screen readers leave out the sign. */
function aloud(points: string): string {
    return points.replace("−", say("web.speech.minus"));
}

/** What the deal that has just ended brought; in brief only oneself. "" where it brought nothing. */
export function dealResult(table: TableShown, names: string[]): string {
    const row = table.sheet.rows.at(-1);
    if (!row || row.void) return "";
    const brief = settings.speech === "brief" && table.you !== null;
    const seats = brief ? [table.you!] : names.map((_, seat) => seat);
    const each = seats.map((seat) =>
        say("web.speech.result-of", {
            player: seat === table.you ? say("web.board.you") : (names[seat] ?? ""),
            points: aloud(signed(row.points[seat] ?? 0)),
            total: aloud(total(table.sheet.totals[seat] ?? 0)),
        }),
    );
    return say("web.speech.sentence", { text: each.join("; ") });
}

/** The points of all, who has most first. */
export function standings(table: TableShown, names: string[]): string {
    const { totals, target, schedule, deals, rows } = table.sheet;
    const order = names.map((_, seat) => seat).toSorted((a, b) => (totals[b] ?? 0) - (totals[a] ?? 0));
    const each = order.map((seat) =>
        say("web.speech.of", {
            player: seat === table.you ? say("web.board.you") : (names[seat] ?? ""),
            what: aloud(total(totals[seat] ?? 0)),
        }),
    );
    const last = schedule.length || deals;
    const played = rows.length;
    return [
        say("web.speech.score", { scores: each.join("; ") }),
        last
            ? say("web.speech.played-of", { n: played, of: last })
            : target === null
              ? say("web.speech.played", { n: played })
              : say("web.speech.played-target", { n: played, target }),
    ].join(" ");
}
