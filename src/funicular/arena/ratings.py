"""Ratings for display: one number an entrant, from the order in which they came in.

They are Plackett–Luce ratings by openskill, each seat a team of one. They do not know of duplicate
deals, so they say less than the paired differences, which they stand beside.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from statistics import fmean

from msgspec import Struct
from openskill.models import PlackettLuce, PlackettLuceRating

from funicular.arena.results_table import PLAYED, ContestResults, ResultsTable

# More units move a rating no further, and would take minutes.
MOST_UNITS = 20_000


class Rating(Struct, frozen=True):
    """An entrant's rating at one game and table size, and how unsure it is."""

    game: str
    seats: int
    entrant: str
    value: float
    deviation: float


def ratings(results: ResultsTable) -> Iterator[Rating]:
    """The ratings of everybody, best first, table by table."""
    tables: dict[tuple[str, int], list[ContestResults]] = {}
    for played in results.contests:
        tables.setdefault((played.contest.game, played.contest.seats), []).append(played)
    for (game, seats), contests in tables.items():
        found = _rated(contests)
        for name in sorted(found, key=lambda name: -found[name].mu):
            yield Rating(game, seats, name, found[name].mu, found[name].sigma)


def _rated(contests: list[ContestResults]) -> dict[str, PlackettLuceRating]:
    # Bots do not learn from deal to deal, so no drift (tau) is allowed for.
    model = PlackettLuce(tau=0.0)
    names = {name for played in contests for name in played.contest.entrants}
    rated = {name: model.rating(name=name) for name in sorted(names)}
    if len(rated) < 2:
        return {}
    for played, unit in islice(_units(contests), MOST_UNITS):
        seats = played.contest.seats
        seating = played.seatings[unit % len(played.seatings)]
        seated = [played.contest.entrants[entrant] for entrant in seating]
        points = played.points[unit * seats : (unit + 1) * seats]
        teams = model.rate([[rated[name]] for name in seated], scores=list(points))
        for name in set(seated):
            # One who holds several seats learns from each of them.
            own = [team[0] for team, there in zip(teams, seated, strict=True) if there == name]
            rated[name].mu = fmean(rating.mu for rating in own)
            rated[name].sigma = fmean(rating.sigma for rating in own)
    return rated


def _units(contests: list[ContestResults]) -> Iterator[tuple[ContestResults, int]]:
    """The units that were played out, the contests taking turns."""
    for unit in range(max(len(played.status) for played in contests)):
        for played in contests:
            if unit < len(played.status) and played.status[unit] == PLAYED:
                yield played, unit
