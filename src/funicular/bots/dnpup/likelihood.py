"""How likely a move is in the hands of a player who is more or less like `casual`.

The twin of `native/funicular/dnpup/likelihood.hpp`.
"""

from __future__ import annotations

from math import exp

from funicular.bots.dnpup.plans import Outlook
from funicular.bots.dnpup.policies import beginner_chance, worth
from funicular.bots.player_types import PolicyChances
from funicular.games.dnpup.moves import DnpupMove
from funicular.games.dnpup.view import View

# Two moves whose worths are so far apart are chosen as one to e; and the share of moves that are
# made for no reason.
TEMPERATURE, EPSILON = 0.01, 0.05
# Beyond this an exponential would overflow; it says "hopeless" as it is.
MOST_TILT = 60.0


def likelihood(view: View, move: DnpupMove) -> float:
    """The chance of the move among all that the view allows."""
    return (1 - EPSILON) * _by_worth(view, move) + EPSILON / len(view.legal_moves())


def chances(view: View, move: DnpupMove) -> PolicyChances:
    """The same for each policy."""
    return PolicyChances(
        blind=1 / len(view.legal_moves()),
        beginner=beginner_chance(view, move),
        casual=_by_worth(view, move),
    )


def _by_worth(view: View, move: DnpupMove) -> float:
    outlook = Outlook(view)
    own = worth(view, outlook, move)
    return 1 / sum(
        exp(min((worth(view, outlook, each) - own) / TEMPERATURE, MOST_TILT))
        for each in view.legal_moves()
    )
