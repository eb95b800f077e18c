"""What the decisions of a match cost each seat in all, kept beside its review for profiles.

Differences are added up as they were measured, below 0 too: cut off at 0, chance alone would cost
points, the more so the fewer worlds were tried, and reviews of 100 and 400 worlds could not stand
in one curve. Decisions have seeds of their own, so their errors are independent.
"""

from __future__ import annotations

import math

from msgspec import Struct

from funicular.core.match import Match
from funicular.review.kept_review import DIGITS, Choices, ReviewShown


class SeatCost(Struct, frozen=True, array_like=True):
    """What one seat's decisions cost in the finished deals of a match.

    Stores hold it, so another field comes last and has a default.
    """

    deals: int
    # Decisions that were a choice.
    choices: int
    # In points, all deals together, and the standard error of that.
    cost: float
    stderr: float


def seat_costs(review: ReviewShown, choices: Choices, match: Match) -> tuple[SeatCost, ...]:
    """The costs by seat."""
    finished = {deal for deal, points in enumerate(match.deal_points) if points is not None}
    costs = []
    for seat in range(match.game.seats):
        own = [
            place
            for place, (position, _) in enumerate(choices)
            if position.seat == seat and position.deal in finished
        ]
        costs.append(
            SeatCost(
                len(finished),
                len(own),
                round(math.fsum(review.difference[place] for place in own), DIGITS),
                round(math.hypot(*(review.stderr[place] for place in own)), DIGITS),
            )
        )
    return tuple(costs)
