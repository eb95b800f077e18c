// Deals every game's cards from the seed again, and compares.
import { AUF_AB, dnpupDeck, frenchDeck } from "./decks";
import { commitment, DealNumbers } from "./random";
import type { Cards, MatchRecord, Proof } from "./record";

export interface Checked {
  number: number;
  /** What the record has, and what follows from the seed. */
  recorded: Cards;
  follows: Cards | null;
  same: boolean;
}

export interface Verdict {
  seedMatches: boolean;
  deals: Checked[];
}

export function verify(record: MatchRecord, proof: Proof): Verdict {
  return {
    seedMatches: commitment(proof.seed) === proof.commitment && proof.nonces.length === record.seats,
    deals: record.deals.map((recorded, i) => {
      const follows = dealt(record, proof, i);
      return { number: i + 1, recorded, follows, same: follows !== null && alike(recorded, follows) };
    }),
  };
}

/** The cards of the deal in this place, or null for a game we do not know. */
function dealt(record: MatchRecord, proof: Proof, place: number): Cards | null {
  const numbers = new DealNumbers(proof.seed, place + 1, proof.nonces);
  if (record.game === "auf-ab") {
    const each = { 3: 18, 4: 13 }[record.seats];
    return each ? { hands: hands(numbers.shuffled(AUF_AB), record.seats, each) } : null;
  }
  if (record.game === "dnpup") return dnpup(record, numbers);
  return record.game.startsWith("ascenseur-") ? ascenseur(record, numbers, place) : null;
}

function dnpup(record: MatchRecord, numbers: DealNumbers): Cards {
  const shuffled = numbers.shuffled(dnpupDeck(record.seats));
  // A coin for each card in its order, the last bit first.
  const coins = numbers.bits(shuffled.length);
  const lying = shuffled.map((card, i) => ((coins >> BigInt(i)) & 1n ? card.split("/").reverse().join("/") : card));
  return { hands: hands(lying, record.seats, lying.length / record.seats) };
}

function ascenseur(record: MatchRecord, numbers: DealNumbers, place: number): Cards | null {
  const { deck, removed, schedule, peak, trumps_at_peak: atPeak } = record.options;
  if (!Array.isArray(removed) || !Array.isArray(schedule)) return null;
  const each: unknown = schedule[place];
  if (typeof each !== "number") return null;
  // The first dealer is drawn before the first shuffle; from then on it goes round.
  const first = record.deals[0]?.dealer ?? 0;
  const dealer = place === 0 ? numbers.below(record.seats) : (first + place) % record.seats;
  const shuffled = numbers.shuffled(frenchDeck(Number(deck), removed.map(String)));
  const stock = shuffled.length > each * record.seats;
  const cards: Cards = { hands: hands(shuffled, record.seats, each), dealer };
  if (stock && (each !== peak || atPeak === "turned")) cards.upcard = shuffled[each * record.seats]!;
  return cards;
}

function hands(cards: string[], seats: number, each: number): string[] {
  return Array.from({ length: seats }, (_, seat) => cards.slice(seat * each, (seat + 1) * each).join(" "));
}

/** Whether everybody has the same cards, in whatever order they are held. */
function alike(a: Cards, b: Cards): boolean {
  const sorted = ({ hands }: Cards): string => hands.map((hand) => hand.split(" ").sort().join(" ")).join("|");
  return sorted(a) === sorted(b) && a.dealer === b.dealer && a.upcard === b.upcard;
}
