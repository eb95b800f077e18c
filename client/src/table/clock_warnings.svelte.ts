// What is told of one's own time, besides what the clocks show: once when little is left, and when a
// bot has moved because there was none.
import { announce } from "../announce";
import type { Clocks } from "../board/clocks.svelte";
import { toast } from "../shell/toasts.svelte";
import { say } from "../words.svelte";
import type { Sitting } from "./sitting.svelte";

/** With so many seconds left a screen reader says so, once a turn. */
const soon = 10;

/** Follow one's own clock for as long as the component that calls this lives. */
export function useClockWarnings(clocks: Clocks, sitting: () => Sitting): void {
    let warned = "";
    let last: { turn: number; key: string; left: number } | null = null;
    $effect(() => {
        const { table, deal } = sitting().line;
        const you = table?.you ?? null;
        if (!table || !deal || you === null) return;
        const left = clocks.of(you)?.left ?? null;
        const key = `${table.match}/${deal.number}/${deal.turn}`;
        // Our count may be a moment behind the server's.
        if (last && last.key !== key && last.left <= 1 && sitting().moved !== last.turn) {
            toast(say("web.clock.out"));
        }
        last = left === null ? null : { turn: deal.turn, key, left };
        if (left !== null && left <= soon && warned !== key && table.paused === null) {
            warned = key;
            announce(say("web.clock.soon", { n: left }));
        }
    });
}
