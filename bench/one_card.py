"""The one-card round of Ascenseur, solved: mean score and bids made, exactly, seat by seat.

    python -m bench.one_card

Nothing is sampled: every card that may be turned up, every bid that may have been heard and every
card that a seat may hold are gone through, each with the number of deals it stands for.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from msgspec import Struct

from funicular.bots.ascenseur.one_card_solver import (
    OneCardRound,
    best_bid,
    chances_of,
    meanings,
    ways,
)
from funicular.games.ascenseur.cards import ALL_CARDS, Card, deck_of
from funicular.games.ascenseur.game import Ascenseur

# How bids are made, by the name of the row: options of the game.
BIDDING: dict[str, dict[str, Any]] = {
    "in turn, hook": {},
    "in turn, no hook": {"hook": False},
    "simultaneous": {"bidding": "simultaneous"},
}
TABLES = {"ascenseur-52": range(3, 7), "ascenseur-32": range(3, 6)}
MOST_SEATS = 6
HEADINGS = {"points": "Mean points a deal:", "made": "Contracts made:"}


class Prospect(Struct, frozen=True):
    """What a seat can expect of a one-card round in which everybody plays the solution."""

    points: Fraction
    made: Fraction


class Tally:
    """Deals counted, points and made contracts in them."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.deals = self.points = self.made = 0

    def count(self, table: OneCardRound, seat: int) -> None:
        """Count every deal at this table, as far as this seat is concerned."""
        heard = product((0, 1), repeat=seat) if table.in_turn else [()]
        for bids in heard:
            for card in ALL_CARDS:
                if card.bit & table.cards and _possible(table, bids, card):
                    chances = chances_of(table, seat, bids, card)
                    bid = best_bid(table, seat, bids, card)
                    self.deals += chances.ways
                    self.points += chances.worth(table.points[bid])
                    self.made += chances.wins if bid else chances.ways - chances.wins

    @property
    def prospect(self) -> Prospect:
        """The means."""
        return Prospect(Fraction(self.points, self.deals), Fraction(self.made, self.deals))


def _possible(table: OneCardRound, bids: tuple[int, ...], card: Card) -> bool:
    """Whether these bids are made in any deal where this card is not among theirs."""
    return ways(tuple(meant & ~card.bit for meant in meanings(table, bids))) > 0


def prospects(game: Ascenseur) -> list[Prospect]:
    """What each seat can expect, from the first bidder to the dealer."""
    tables = [OneCardRound.of(game.setup, upcard) for upcard in _upcards(game)]
    tallies = [Tally() for _ in range(game.seats)]
    for table in tables:
        for seat, tally in enumerate(tallies):
            tally.count(table, seat)
    return [tally.prospect for tally in tallies]


def _upcards(game: Ascenseur) -> tuple[Card | None, ...]:
    if not game.turns_a_card(1):
        return (None,)
    return deck_of(game.options.deck, game.options.removed)


def main() -> None:
    """Print the tables."""
    solved = {
        f"| {name} | {seats} | {bidding} |": prospects(Ascenseur.of(name, seats, options))
        for name, sizes in TABLES.items()
        for seats, (bidding, options) in product(sizes, BIDDING.items())
    }
    for part, form in (("points", "+.4f"), ("made", ".1%")):
        print(f"{HEADINGS[part]}\n")
        print("| game | seats | bids | first | second | third | fourth | fifth | dealer |")
        print("| --- | ---: | --- |" + " ---: |" * MOST_SEATS)
        for beginning, expected in solved.items():
            cells = [f"{float(getattr(each, part)):{form}}" for each in expected]
            # The dealer stands in the last column, however many sit between.
            padded = cells[:-1] + [""] * (MOST_SEATS - len(cells)) + cells[-1:]
            print(beginning, " | ".join(padded), "|")
        print()


if __name__ == "__main__":
    main()
