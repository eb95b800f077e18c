"""How likely a move is in the hands of a player who is more or less like `casual`.

The twin of `native/funicular/auf_ab/likelihood.hpp`.
"""

from __future__ import annotations

from math import exp

from funicular.bots.auf_ab.plans import Plans
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
    if any(isinstance(each, Lay) and len(each.cards) == len(view.hand) for each in moves):
        # No player who can go out stays; and the deal would be over.
        return by_chance
    worth = Plans.of(view).worth
    own = worth(move)
    rivals = sum(exp(min((worth(each) - own) / TEMPERATURE, MOST_TILT)) for each in moves)
    return (1 - EPSILON) / rivals + by_chance
