"""How likely a bid or a card is in the hands of a player who is more or less like `casual`.

The twin of `native/funicular/ascenseur/likelihood.hpp`.
"""

from __future__ import annotations

from random import Random

from funicular.bots.ascenseur.policies import beginner_chance, ranking
from funicular.bots.player_types import PolicyChances
from funicular.games.ascenseur.moves import AscenseurMove, Bid
from funicular.games.ascenseur.view import View

# Against what `casual` would have chosen: a bid that differs by a trick, and any other card.
ODD_BID, ODD_CARD = 0.05, 0.15


def likelihood(view: View, move: AscenseurMove) -> float:
    """How likely the move is, up to a factor that is the same for all hands."""
    return _odds(ranking(view, Random(0))[0], move)


def chances(view: View, move: AscenseurMove) -> PolicyChances:
    """The chance of the move by each policy."""
    moves = view.legal_moves()
    expected = ranking(view, Random(0))[0]
    return PolicyChances(
        blind=1 / len(moves),
        beginner=beginner_chance(view, move),
        casual=_odds(expected, move) / sum(_odds(expected, each) for each in moves),
    )


def _odds(expected: AscenseurMove, move: AscenseurMove) -> float:
    if isinstance(move, Bid) and isinstance(expected, Bid):
        return float(ODD_BID ** abs(move.tricks - expected.tricks))
    return 1.0 if move == expected else ODD_CARD
