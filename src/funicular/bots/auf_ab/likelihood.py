"""How likely a move is in the hands of a player who is more or less like `casual`.

The twin of `native/funicular/auf_ab/likelihood.hpp`.
"""

from __future__ import annotations

from math import exp
from random import Random

from funicular.bots.auf_ab.plans import Plans
from funicular.bots.auf_ab.policies import beginner
from funicular.bots.player_types import PolicyChances
from funicular.games.auf_ab.moves import AufAbMove, Lay
from funicular.games.auf_ab.view import View

# How far a move may lie behind the best before it is unlikely, in leads; and the share of moves
# that are made for no reason.
TEMPERATURE, EPSILON = 0.04, 0.02
# Beyond this an exponential would overflow; it says "hopeless" as it is.
MOST_TILT = 60.0


def likelihood(view: View, move: AufAbMove) -> float:
    """The chance of the move among all that the view allows."""
    moves = view.legal_moves()
    if len(moves) == 1:
        return 1.0
    by_chance = EPSILON / len(moves)
    if _could_go_out(view):
        return by_chance
    return (1 - EPSILON) * _by_worth(view, move) + by_chance


def chances(view: View, move: AufAbMove) -> PolicyChances:
    """The same for each policy."""
    blind = 1 / len(view.legal_moves())
    if _could_go_out(view):
        return PolicyChances(blind=blind, beginner=0.0, casual=0.0)
    return PolicyChances(
        blind=blind,
        beginner=float(move == beginner(view, Random(0))),
        casual=_by_worth(view, move),
    )


def _could_go_out(view: View) -> bool:
    """No player who can go out stays; and the deal would be over."""
    return any(
        isinstance(each, Lay) and len(each.cards) == len(view.hand) for each in view.legal_moves()
    )


def _by_worth(view: View, move: AufAbMove) -> float:
    worth = Plans.of(view).worth
    own = worth(move)
    return 1 / sum(
        exp(min((worth(each) - own) / TEMPERATURE, MOST_TILT)) for each in view.legal_moves()
    )
