"""Luck and skill apart: where a seat's points in a deal came from.

At its first choice a seat can expect some points if it chooses well: that is what the `cards` and
the others' moves before it promised. What its decisions cost is `play`, 0 or less but for errors of
measurement. Whatever else made the difference to the points scored is `luck`: how the hidden cards
lay, and what the others did with them. A seat that plays better than `casual`, by which values are
measured, seems luckier than it is. To a seat that never had a choice all came from its cards.

The browser asks its kernel, which counts the same (`native/funicular/accounts.hpp`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from funicular.bots.evaluation import is_close
from funicular.bots.python_evaluation import value_of
from funicular.core.match import Match
from funicular.native.evaluated import JudgedShown, Objective

if TYPE_CHECKING:
    from funicular.review.match_review import ReviewedDecision


class DealAccount(Struct, frozen=True, kw_only=True):
    """One seat's deal: `result` is `cards` plus `play` plus `luck`, all in the same unit."""

    deal: int
    seat: int
    result: float
    cards: float
    play: float
    luck: float
    # How many of the seat's decisions were clearly not the best.
    mistakes: int


# What was measured of a decision that was a choice.
JudgedChoice: TypeAlias = "JudgedShown | ReviewedDecision"
# A choice by its deal and seat; None where it is not judged.
SeatChoice: TypeAlias = "tuple[int, int, JudgedChoice | None]"


def deal_accounts(
    match: Match, decisions: Sequence[ReviewedDecision], objective: Objective
) -> tuple[DealAccount, ...]:
    """The accounts of a review; of one of some seats only, theirs."""
    whole = len(decisions) == sum(len(state.history) for state in match.states)
    reviewed = {each.seat for each in decisions}
    seats = range(match.game.seats)
    choices = [(each.deal, each.seat, each) for each in decisions if not each.forced]
    results = [
        None
        if points is None
        else [value_of(points, seat, objective, void=state.void) for seat in seats]
        for points, state in zip(match.deal_points, match.states, strict=True)
    ]
    found = accounts_of(match.game.seats, results, choices)
    return tuple(each for each in found if whole or each.seat in reviewed)


def accounts_of(
    seats: int, results: Sequence[Sequence[float] | None], choices: Sequence[SeatChoice]
) -> tuple[DealAccount, ...]:
    """A row for each deal with results and each seat whose choices in it are all judged."""
    by_seat: dict[tuple[int, int], list[JudgedChoice | None]] = {}
    for deal, seat, judged in choices:
        by_seat.setdefault((deal, seat), []).append(judged)
    found = []
    for deal, points in enumerate(results):
        if points is None:
            continue
        for seat in range(seats):
            own = by_seat.get((deal, seat), [])
            known = [each for each in own if each is not None]
            if len(known) == len(own):
                found.append(_account(deal, seat, points[seat], known))
    return tuple(found)


def _account(deal: int, seat: int, result: float, choices: Sequence[JudgedChoice]) -> DealAccount:
    cards = (choices[0].best_value or 0.0) if choices else result
    play = 0.0
    # One after the other, as the kernel does: `sum` rounds otherwise from Python 3.12 on.
    for each in choices:
        play -= each.difference
    return DealAccount(
        deal=deal,
        seat=seat,
        result=result,
        cards=cards,
        play=play,
        luck=result - cards - play,
        mistakes=sum(not is_close(each.difference, each.stderr) for each in choices),
    )
