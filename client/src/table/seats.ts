// Who sits where, as the pages say it.
import type { Chair, TableShown } from "../protocol";
import { say } from "../words.svelte";

/** What a seat is called: its player's name, or its number while nobody sits there. */
export function seatName(chair: Chair): string {
    return chair.name || say("web.room.seat", { n: chair.seat + 1 });
}

export function names(table: TableShown): string[] {
    return table.chairs.map(seatName);
}

/** The same as they are told to whoever sits here. */
export function namesToldTo(table: TableShown): string[] {
    return names(table).map((name, seat) => (seat === table.you ? say("web.board.you") : name));
}

/** What is to be known of a player beyond the name; "" where there is nothing. */
export function seatState(chair: Chair): string {
    if (chair.kind === "bot") return say("web.room.bot", { level: levelName(chair.level) });
    if (chair.from_next_deal) return say("web.room.from-next-deal");
    if (chair.kept) return say("web.room.kept");
    if (chair.kind === "person" && !chair.present) return say("web.room.away");
    return "";
}

/** Whether one sat down while a deal was being played: a bot has the seat until the next one. */
export function waitsForDeal(table: TableShown): boolean {
    return table.you !== null && (table.chairs[table.you]?.from_next_deal ?? false);
}

/** Whether one may begin the match: as the host, or in the place of one who has gone. */
export function mayBegin(table: TableShown): boolean {
    return table.host || (table.you !== null && table.starter === table.you);
}

/** Whether it is one's own turn. */
export function mayMove(table: TableShown, deal: { to_act: number[] }): boolean {
    return table.you !== null && deal.to_act.includes(table.you) && !waitsForDeal(table);
}

export function levelName(level: string | null): string {
    return level ? say(`web.new.level.${level}`) : "";
}

export const levels = ["beginner", "casual", "strong", "expert"] as const;

/** Names in a row, as the language joins them. The first such list takes the browser a while: not for a
    page that is being loaded. */
export function list(items: string[], lang: string): string {
    return new Intl.ListFormat(lang, { type: "conjunction" }).format(items);
}
