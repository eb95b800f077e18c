"""Ratings for display: one number an entrant, from the order in which they came in.

They are Plackett–Luce ratings by openskill, each seat a team of one. They do not know of duplicate
deals, so they say less than the paired differences, which they stand beside.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from statistics import fmean
from typing import Any

from msgspec import Struct
from openskill.models import PlackettLuce

from funicular.arena.results_table import PLAYED, Book, Ledger

# More units move a rating no further, and would take minutes.
MOST_UNITS = 20_000


class Rating(Struct, frozen=True):
    """An entrant's rating at one game and table size, and how unsure it is."""

    game: str
    seats: int
    entrant: str
    value: float
    deviation: float


def ratings(book: Book) -> Iterator[Rating]:
    """The ratings of everybody, best first, table by table."""
    tables: dict[tuple[str, int], list[Ledger]] = {}
    for ledger in book.ledgers:
        tables.setdefault((ledger.contest.game, ledger.contest.seats), []).append(ledger)
    for (game, seats), ledgers in tables.items():
        found = _rated(ledgers)
        for name in sorted(found, key=lambda name: -found[name].mu):
            yield Rating(game, seats, name, found[name].mu, found[name].sigma)


def _rated(ledgers: list[Ledger]) -> dict[str, Any]:
    # Bots do not learn from deal to deal, so no drift (tau) is allowed for.
    model: Any = PlackettLuce(tau=0.0)
    names = {name for ledger in ledgers for name in ledger.contest.entrants}
    rated = {name: model.rating(name=name) for name in sorted(names)}
    if len(rated) < 2:
        return {}
    for ledger, unit in islice(_units(ledgers), MOST_UNITS):
        seats = ledger.contest.seats
        seating = ledger.seatings[unit % len(ledger.seatings)]
        seated = [ledger.contest.entrants[entrant] for entrant in seating]
        points = ledger.points[unit * seats : (unit + 1) * seats]
        teams = model.rate([[rated[name]] for name in seated], scores=list(points))
        for name in set(seated):
            # One who holds several seats learns from each of them.
            own = [team[0] for team, there in zip(teams, seated, strict=True) if there == name]
            rated[name].mu = fmean(rating.mu for rating in own)
            rated[name].sigma = fmean(rating.sigma for rating in own)
    return rated


def _units(ledgers: list[Ledger]) -> Iterator[tuple[Ledger, int]]:
    """The units that were played out, the contests taking turns."""
    for unit in range(max(len(ledger.status) for ledger in ledgers)):
        for ledger in ledgers:
            if unit < len(ledger.status) and ledger.status[unit] == PLAYED:
                yield ledger, unit
