// What the others have done since one's own last move, for sentences that say why: from what lies
// open to all, and from nothing else.
import type { AnyDeal } from "../deal";
import type { Moment } from "./guide";

type Event<Deal extends AnyDeal> = Deal["told"][number]["event"];

/** What happened after one's last move of this kind, the latest first; all of it before the first move. */
export function sinceOwn<Deal extends AnyDeal>(
    { told, you }: Pick<Moment<Deal>, "told" | "you">,
    isMove: (event: Event<Deal>) => boolean,
): Event<Deal>[] {
    const events = told.map(({ event }) => event as Event<Deal>);
    const last = events.findLastIndex((event) => "seat" in event && event.seat === you && isMove(event));
    return events.slice(last + 1).reverse();
}
