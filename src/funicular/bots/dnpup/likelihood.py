"""How likely a move is in the hands of a player who is more or less like `casual`.

The twin of `native/funicular/dnpup/likelihood.hpp`.
"""

from __future__ import annotations

from math import exp

from funicular.bots.dnpup.plans import Outlook
from funicular.bots.dnpup.policies import worth
from funicular.games.dnpup.moves import DnpupMove
from funicular.games.dnpup.view import View

# Two moves whose worths are so far apart are chosen as one to e; and the share of moves that are
# made for no reason.
TEMPERATURE, EPSILON = 0.01, 0.05
# Beyond this an exponential would overflow; it says "hopeless" as it is.
MOST_TILT = 60.0


def likelihood(view: View, move: DnpupMove) -> float:
    """The chance of the move among all that the view allows."""
    moves = view.legal_moves()
    outlook = Outlook(view)
    own = worth(view, outlook, move)
    rivals = sum(
        exp(min((worth(view, outlook, each) - own) / TEMPERATURE, MOST_TILT)) for each in moves
    )
    return (1 - EPSILON) / rivals + EPSILON / len(moves)
