// A deal of Auf & Ab as it lay after some of its events.
import type { AufAbTold } from "../../protocol";
import { dealt, lying, type Lying, zeros } from "../../board/picture";
import type { LastTrick } from "../game";
import { counting } from "./face";

export type Direction = "rising" | "falling";

export interface Meld {
    seat: number;
    cards: Lying[];
    size: number;
    value: number;
}

export interface Picture {
    hand: Lying[];
    left: number[];
    direction: Direction;
    trick: Meld[];
    passed: number[];
    points: number[] | null;
    winner: number | null;
}

/** More than ever sit at a table. */
const MOST_SEATS = 10;

export function pictureOf(told: AufAbTold[], seats: number): Picture {
    const picture: Picture = {
        hand: [],
        left: zeros(seats),
        direction: "rising",
        trick: [],
        passed: [],
        points: null,
        winner: null,
    };
    for (const { event } of told) {
        switch (event.type) {
            case "dealt":
                Object.assign(picture, dealt(event.hand, event.cards, seats));
                break;
            case "laid":
                picture.hand = picture.hand.filter(({ card }) => !event.cards.includes(card));
                picture.left[event.seat]! -= event.cards.length;
                picture.trick.push({
                    seat: event.seat,
                    cards: event.cards.map(lying),
                    size: event.size,
                    value: counting(event.cards[0] ?? "0-0", picture.direction),
                });
                break;
            case "passed":
                picture.passed.push(event.seat);
                break;
            case "trick":
                picture.trick = [];
                picture.passed = [];
                break;
            case "turned":
                picture.direction = event.direction;
                break;
            case "scored":
                picture.points = [...event.points];
                picture.winner = event.winner;
        }
    }
    return picture;
}

/** The trick taken last, with the direction it had, or null. */
export function lastTrick(told: AufAbTold[]): LastTrick | null {
    const taken = told.findLastIndex(({ event }) => event.type === "trick");
    if (taken < 0) return null;
    const { trick, direction } = pictureOf(told.slice(0, taken), MOST_SEATS);
    const plays = trick.map(({ seat, cards }) => ({ seat, cards: cards.map(({ card }) => card) }));
    return { plays, direction };
}
