// A deal of Auf & Ab as it lay after some of its events.
import type { AufAbTold } from "../../protocol";
import { domino } from "../../cards/faces";
import { type Lying, zeros } from "../../board/picture";

export type Direction = "rising" | "falling";

export interface Meld {
  seat: number;
  cards: Lying[];
  size: number;
  value: number;
}

export interface AufAbPicture {
  hand: Lying[];
  left: number[];
  direction: Direction;
  trick: Meld[];
  passed: number[];
  points: number[] | null;
  winner: number | null;
}

const lying = (card: string): Lying => ({ id: card, card });

/** The number of a card that counts in this direction. */
export function counting(card: string, direction: string): number {
  const { low, high } = domino(card);
  return direction === "falling" ? high : low;
}

export function aufAbPicture(told: AufAbTold[], seats: number): AufAbPicture {
  const picture: AufAbPicture = {
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
        picture.hand = event.hand.map(lying);
        picture.left.fill(event.cards);
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

/** The trick taken last with its direction and taker, or null. */
export function aufAbLastTrick(
  told: AufAbTold[],
): { melds: Meld[]; taker: number; direction: Direction } | null {
  const taken = told.findLastIndex(({ event }) => event.type === "trick");
  const event = told[taken]?.event;
  if (event?.type !== "trick") return null;
  const before = aufAbPicture(told.slice(0, taken), 10);
  return { melds: before.trick, taker: event.seat, direction: before.direction };
}
