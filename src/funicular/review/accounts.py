"""Luck and skill apart: where a seat's points in a deal came from.

At its first choice a seat can expect some points if it chooses well: that is what the `cards` and
the others' moves before it promised. What its decisions cost is `play`, 0 or less but for errors of
measurement. Whatever else made the difference to the points scored is `luck`: how the hidden cards
lay, and what the others did with them. A seat that plays better than `casual`, by which values are
measured, seems luckier than it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from funicular.bots.python_evaluation import value_of
from funicular.core.match import Match
from funicular.native.evaluated import Objective

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


def deal_accounts(
    match: Match, decisions: Sequence[ReviewedDecision], objective: Objective
) -> tuple[DealAccount, ...]:
    """An account for each finished deal and each seat that had a choice in it."""
    accounts = []
    for number, state in enumerate(match.states):
        if state.points is None:
            continue
        for seat in range(match.game.seats):
            own = [
                each
                for each in decisions
                if each.deal == number and each.seat == seat and each.best_value is not None
            ]
            if not own:
                continue
            result = value_of(state.points, seat, objective, void=state.void)
            cards = own[0].best_value or 0.0
            play = 0.0 - sum(each.difference for each in own)
            accounts.append(
                DealAccount(
                    deal=number,
                    seat=seat,
                    result=result,
                    cards=cards,
                    play=play,
                    luck=result - cards - play,
                )
            )
    return tuple(accounts)
