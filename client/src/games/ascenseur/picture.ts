// A deal of Ascenseur as it lay after some of its events.
import type { AscenseurTold } from "../../protocol";
import { type Lying, zeros } from "../../board/picture";

export interface AscenseurPicture {
  hand: Lying[];
  left: number[];
  // A number, "sealed" for one nobody sees yet, or null.
  bids: (number | "sealed" | null)[];
  won: number[];
  trick: (Lying & { seat: number })[];
  points: number[] | null;
}

export interface Trick {
  cards: (Lying & { seat: number })[];
  taker: number;
}

function empty(seats: number): AscenseurPicture {
  return {
    hand: [],
    left: zeros(seats),
    bids: Array.from({ length: seats }, () => null),
    won: zeros(seats),
    trick: [],
    points: null,
  };
}

const lying = (card: string): Lying => ({ id: card, card });

export function ascenseurPicture(told: AscenseurTold[], seats: number): AscenseurPicture {
  const picture = empty(seats);
  for (const { event } of told) {
    switch (event.type) {
      case "dealt":
        picture.hand = event.hand.map(lying);
        picture.left.fill(event.cards);
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
export function ascenseurLastTrick(told: AscenseurTold[]): Trick | null {
  let last: Trick | null = null;
  let cards: Trick["cards"] = [];
  for (const { event } of told) {
    if (event.type === "played") cards.push({ ...lying(event.card), seat: event.seat });
    if (event.type === "trick") {
      last = { cards, taker: event.seat };
      cards = [];
    }
  }
  return last;
}
