// A deal of Ascenseur as it lay after some of its events.
import type { AscenseurTold } from "../../protocol";
import { dealt, lying, type Lying, zeros } from "../../board/picture";
import type { LastTrick } from "../game";

export interface Picture {
    hand: Lying[];
    left: number[];
    // A number, "sealed" for one nobody sees yet, or null.
    bids: (number | "sealed" | null)[];
    won: number[];
    trick: (Lying & { seat: number })[];
    points: number[] | null;
}

function empty(seats: number): Picture {
    return {
        hand: [],
        left: zeros(seats),
        bids: Array.from({ length: seats }, () => null),
        won: zeros(seats),
        trick: [],
        points: null,
    };
}

export function pictureOf(told: AscenseurTold[], seats: number): Picture {
    const picture = empty(seats);
    for (const { event } of told) {
        switch (event.type) {
            case "dealt":
                Object.assign(picture, dealt(event.hand, event.cards, seats));
                break;
            case "bid":
                picture.bids[event.seat] = event.bid;
                break;
            case "sealed":
                picture.bids[event.seat] = "sealed";
                break;
            case "bids":
                picture.bids = [...event.bids];
                break;
            case "played":
                picture.hand = picture.hand.filter(({ card }) => card !== event.card);
                picture.left[event.seat]! -= 1;
                picture.trick.push({ ...lying(event.card), seat: event.seat });
                break;
            case "trick":
                picture.won[event.seat]! += 1;
                picture.trick = [];
                break;
            case "scored":
                picture.points = [...event.points];
        }
    }
    return picture;
}

/** The trick taken last, or null. */
export function lastTrick(told: AscenseurTold[]): LastTrick | null {
    let last: LastTrick | null = null;
    let plays: LastTrick["plays"] = [];
    for (const { event } of told) {
        if (event.type === "played") plays.push({ seat: event.seat, cards: [event.card] });
        if (event.type === "trick") {
            last = { plays, direction: "rising" };
            plays = [];
        }
    }
    return last;
}
