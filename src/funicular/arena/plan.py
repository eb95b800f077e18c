"""What a run of the arena plays: contests, their deals, and who sits where in each.

A *contest* is a table of entrants at one game. Every deal of it is played once for each *seating*:
the same cards, the entrants arranged in every distinct way, so that nobody owes anything to their
cards or to their place. One deal in one seating is a *unit*: the piece of work that is handed out,
kept and counted. Everything about a unit follows from the plan and the unit's key.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from math import lcm
from typing import Literal, NamedTuple

from msgspec import Struct

from funicular.core.game import Game, State
from funicular.core.options import OptionsByName
from funicular.games.registry import make_game

Seatings = Literal["all", "rotations"]
# The entrant in each seat, by its number in the contest.
SeatOrder = tuple[int, ...]


class Key(NamedTuple):
    """Which unit: the numbers of the contest, of the deal, and of the seating."""

    contest: int
    deal: int
    seating: int


class Contest(Struct, frozen=True):
    """Who meets whom at which game."""

    game: str
    seats: int
    # Who takes part; one who holds several seats is named once.
    entrants: tuple[str, ...]
    # The entrant in each seat before anybody has changed places.
    line_up: SeatOrder
    # Whether the first entrant is measured against a field of the second, or all are measured.
    challenge: bool = False
    options: OptionsByName = {}

    @property
    def measured(self) -> range:
        """The entrants that the contest is about: the challenger, or everybody."""
        return range(1 if self.challenge else len(self.entrants))

    def table(self) -> Game:
        """The game that is played."""
        return make_game(self.game, self.seats, self.options)


class Plan(Struct, frozen=True):
    """All that a run plays. The same plan gives the same units, in the same order."""

    contests: tuple[Contest, ...]
    deals: int
    seed: int = 0
    seatings: Seatings = "all"
    # The hand sizes that take turns, where the game's own schedule does not.
    cards: tuple[int, ...] = ()

    def seatings_of(self, contest: Contest) -> tuple[SeatOrder, ...]:
        """Every seating of this contest."""
        return seatings(contest.line_up, self.seatings)

    def unit_keys(self) -> Iterator[Key]:
        """Every unit."""
        for number, contest in enumerate(self.contests):
            many = len(self.seatings_of(contest))
            for deal in range(self.deals):
                for seating in range(many):
                    yield Key(number, deal, seating)

    @property
    def units(self) -> int:
        """How many units there are."""
        return self.deals * sum(len(self.seatings_of(contest)) for contest in self.contests)


def challenge(
    game: str, seats: int, challenger: str, field: str, options: OptionsByName | None = None
) -> Contest:
    """One bot against a field of another."""
    line_up = (0,) + (1,) * (seats - 1)
    return Contest(game, seats, (challenger, field), line_up, challenge=True, options=options or {})


def mixed_table(game: str, names: Sequence[str], options: OptionsByName | None = None) -> Contest:
    """A table of these, in this order before they change places."""
    entrants = tuple(dict.fromkeys(names))
    line_up = tuple(entrants.index(name) for name in names)
    return Contest(game, len(names), entrants, line_up, options=options or {})


@cache
def seatings(line_up: SeatOrder, which: Seatings) -> tuple[SeatOrder, ...]:
    """Every distinct arrangement of a line-up, or only those that turn it round the table."""
    if which == "all":
        return tuple(_arrangements(line_up))
    turns = [line_up[place:] + line_up[:place] for place in range(len(line_up))]
    return tuple(dict.fromkeys(turns))


def _arrangements(line_up: SeatOrder) -> Iterator[SeatOrder]:
    if not line_up:
        yield ()
    for first in sorted(set(line_up)):
        place = line_up.index(first)
        for rest in _arrangements(line_up[:place] + line_up[place + 1 :]):
            yield first, *rest


def deal_number(game: Game, number: int, seed: int, cards: Sequence[int] = ()) -> State:
    """The deal of this number, the same in every contest at this game.

    Hand sizes and dealers take turns where a game has them. When both come round together the
    dealer moves on by one more, so that in the end every size has met every dealer.
    """
    rng = random.Random(f"{seed}/{game.name}/{game.seats}/{number}")
    sizes = cards or game.schedule
    if not game.schedule:
        return game.deal(rng)
    dealer = (number + number // lcm(len(sizes), game.seats)) % game.seats
    return game.deal(rng, dealer=dealer, cards=sizes[number % len(sizes)])
