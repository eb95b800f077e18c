// Says when the last deal of a match begins: once, to those who see it begin, and in no match of one
// deal. A match that goes to a number of points has no last deal that is known before.
import { announce } from "../announce";
import { PACES, type TableShown } from "../protocol";
import { say } from "../words.svelte";

/** Milliseconds at the normal pace. */
const shownFor = 2400;

/** Whether the deal under way is the last one. */
export function isLastDeal({ sheet }: Pick<TableShown, "sheet">): boolean {
    const counted = sheet.rows.filter((row) => !row.void).length;
    const deals = sheet.schedule.length || sheet.deals;
    return counted > 0 && deals !== null && counted === deals - 1;
}

/** For as long as the component that calls this lives: whether the sign is shown now. */
export function useLastDeal(now: () => { table: TableShown | null; deal: number | undefined }): () => boolean {
    let shown = $state(false);
    let before: number | undefined;
    $effect(() => {
        const { table, deal } = now();
        if (!table || deal === undefined || deal === before) return;
        const begins = before !== undefined && table.phase === "playing" && isLastDeal(table);
        before = deal;
        shown = begins && PACES[table.pace] > 0;
        if (begins) announce(say("web.podium.last-deal"));
    });
    // Not the table itself, which is another one after every event: the sign would stay as long as things happen.
    const pace = $derived(now().table?.pace ?? "normal");
    $effect(() => {
        if (!shown) return;
        const timer = setTimeout(() => (shown = false), shownFor * PACES[pace]);
        return () => clearTimeout(timer);
    });
    return () => shown;
}
