// The order of the cards in one's hand.
import type { CardKind, HandOrder } from "../games/game";
import type { Settings } from "../settings.svelte";
import type { Lying } from "./picture";

export function sorted(
    order: CardKind["order"],
    hand: Lying[],
    how: Settings["sort"],
    now: HandOrder & { own: string[] },
): Lying[] {
    if (how === "hand" && now.own.length > 0) {
        const place = new Map(now.own.map((id, i) => [id, i]));
        return hand.toSorted((a, b) => (place.get(a.id) ?? 999) - (place.get(b.id) ?? 999));
    }
    const by: HandOrder = how === "rank" ? { direction: "rising", trump: null } : now;
    return hand.toSorted((a, b) => {
        const [x, y] = [order(a.card, by), order(b.card, by)];
        return x[0] - y[0] || x[1] - y[1];
    });
}
