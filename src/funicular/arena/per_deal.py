"""The columns that figures are made of: for each contest and entrant, a number a deal.

Points are compared only over *whole* deals, which were played out in every seating: there everybody
has held the same cards in the same places. A forfeited unit scores for nobody; among first places
and deals won it counts for the one to blame, as lost, and for nobody else.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import nan

from msgspec import Struct

from funicular.arena.results_table import FORFEITED, PLAYED, ContestResults


class Columns(Struct, frozen=True):
    """One entrant of a contest, deal by deal. All rows are as long as the contest has deals."""

    # Mean points a seat, over all seatings; nan where the deal is not whole.
    points: list[float]
    # The same less the mean of all seats that others held.
    margin: list[float]
    # How often it sat down, came first (shared with those who tie), came first alone, made its bid.
    sat: list[float]
    firsts: list[float]
    alone: list[float]
    made: list[float]
    played: list[float]
    forfeits: int

    @classmethod
    def empty(cls, deals: int, forfeits: int) -> Columns:
        """Columns for this number of deals, none of them whole and none counted."""
        return cls(
            points=[nan] * deals,
            margin=[nan] * deals,
            sat=[0.0] * deals,
            firsts=[0.0] * deals,
            alone=[0.0] * deals,
            made=[0.0] * deals,
            played=[0.0] * deals,
            forfeits=forfeits,
        )


def columns_of(results: ContestResults) -> list[Columns]:
    """The columns of every entrant."""
    deals = len(results.cards)
    entrants = range(len(results.contest.entrants))
    rows = [Columns.empty(deals, forfeits) for forfeits in _forfeits(results)]
    for deal in range(deals):
        totals = _deal_totals(results, deal, rows)
        if totals is None:
            continue
        everything, seats = sum(totals), len(results.seatings) * results.contest.seats
        for entrant in entrants:
            held = len(results.seatings) * results.contest.line_up.count(entrant)
            own = totals[entrant] / held
            rows[entrant].points[deal] = own
            if held < seats:
                rows[entrant].margin[deal] = own - (everything - totals[entrant]) / (seats - held)
    return rows


def _deal_totals(results: ContestResults, deal: int, rows: Sequence[Columns]) -> list[int] | None:
    """Add a deal to the counts; the points of each entrant, None if the deal is not whole."""
    seats = results.contest.seats
    totals = [0] * len(rows)
    whole = True
    for number, seating in enumerate(results.seatings):
        unit = deal * len(results.seatings) + number
        place = unit * seats
        status = results.status[unit]
        if status != PLAYED:
            whole = False
            if status == FORFEITED:
                rows[seating[results.points[place]]].sat[deal] += 1
            continue
        points = results.points[place : place + seats]
        best = max(points)
        tied = points.count(best)
        for seat, entrant in enumerate(seating):
            row = rows[entrant]
            totals[entrant] += points[seat]
            row.sat[deal] += 1
            row.played[deal] += 1
            row.made[deal] += results.made[place + seat]
            if points[seat] == best:
                row.firsts[deal] += 1 / tied
                row.alone[deal] += tied == 1
    return totals if whole else None


def _forfeits(results: ContestResults) -> list[int]:
    counts = [0] * len(results.contest.entrants)
    for unit, status in enumerate(results.status):
        if status == FORFEITED:
            seating = results.seatings[unit % len(results.seatings)]
            counts[seating[results.points[unit * results.contest.seats]]] += 1
    return counts
