// A deal of dnpup as it lay after some of its events.
import type { DnpupTold } from "../../protocol";
import { type Lying, without, zeros } from "../../board/picture";
import { turned } from "./face";

export interface Picture {
    hand: Lying[];
    left: number[];
    // By zone: "2", or "1.2" with two players.
    melds: Record<string, Lying[]>;
    discarded: number;
    out: number[];
    points: number[] | null;
    void: boolean;
}

/** Like cards are interchangeable, so any of the hand that lie this way will do. */
function pick(hand: Lying[], cards: string[]): Lying[] {
    const picked: Lying[] = [];
    for (const card of cards) {
        const found = hand.find((lying) => lying.card === card && !picked.includes(lying));
        if (found) picked.push(found);
    }
    return picked;
}

const over = ({ id, card }: Lying): Lying => ({ id, card: turned(card) });

export function pictureOf(told: DnpupTold[], seats: number, you: number | null): Picture {
    const picture: Picture = {
        hand: [],
        left: zeros(seats),
        melds: {},
        discarded: 0,
        out: [],
        points: null,
        void: false,
    };

    function fromHand(seat: number, cards: string[], at: number): Lying[] {
        picture.left[seat]! -= cards.length;
        if (seat !== you) return cards.map((card, i) => ({ id: `${at}.${i}`, card }));
        const gone = pick(picture.hand, cards);
        picture.hand = without(picture.hand, new Set(gone.map(({ id }) => id)));
        return gone;
    }

    function toHand(seat: number, cards: Lying[]): void {
        picture.left[seat]! += cards.length;
        if (seat === you) picture.hand = [...picture.hand, ...cards.map(over)];
    }

    told.forEach(({ event }, at) => {
        switch (event.type) {
            case "dealt":
                picture.hand = event.hand.map((card, i) => ({ id: `${at}.${i}`, card }));
                picture.left.fill(event.cards);
                break;
            case "played":
                picture.melds[event.zone] = fromHand(event.seat, event.cards, at);
                break;
            case "added":
                picture.melds[event.zone] = [
                    ...(picture.melds[event.zone] ?? []),
                    ...fromHand(event.seat, [event.card], at),
                ];
                break;
            case "taken":
                toHand(event.seat, picture.melds[event.zone] ?? []);
                picture.melds[event.zone] = [];
                break;
            case "beaten":
                if (event.returned) toHand(event.seat, picture.melds[event.zone] ?? []);
                else picture.discarded += event.cards.length;
                picture.melds[event.zone] = [];
                break;
            case "flipped":
                if (event.seat === you) picture.hand = picture.hand.map(over);
                break;
            case "discarded":
                picture.discarded += event.cards.length;
                picture.melds[event.zone] = [];
                break;
            case "out":
                picture.out = [...picture.out, event.seat];
                break;
            case "scored":
                picture.points = [...event.points];
                break;
            case "void":
                picture.void = true;
        }
    });
    return picture;
}
