"""The hint that a player gets at a table: how much is measured for it, and from which seed.

The seed follows from the deal and the turn, so asking again brings the same answer, and the browser
of a player measures the same values as the server does for a browser that cannot.
"""

from __future__ import annotations

from msgspec import Struct

from funicular.bots.evaluation import evaluate_request
from funicular.bots.registry import BOTS
from funicular.core.game import View
from funicular.core.seeds import SplitMix64, decision_seed
from funicular.native import COMPILED
from funicular.native.evaluated import EvaluationRequest
from funicular.review.hint import Hint

# Pure Python gets this long instead of a number of worlds.
PYTHON_SECONDS = 2.0


class TurnPlan(Struct, frozen=True):
    """What the evaluation of a turn begins from: its seed, and the worlds in which moves race."""

    seed: int
    worlds: int


def turn_plan(game: str, deal: int, turn: int) -> TurnPlan:
    """The plan for a decision: the number of the deal, and of the seat's turn in the match."""
    return TurnPlan(_random(deal, turn).getrandbits(64), BOTS[game].hint_worlds)


def turn_hint(view: View, deal: int, turn: int) -> Hint:
    """The hint for this decision."""
    worlds = turn_plan(view.setup.name, deal, turn).worlds
    if COMPILED:
        request = EvaluationRequest(worlds=worlds, race=True)
    else:
        request = EvaluationRequest(seconds=PYTHON_SECONDS, race=True)
    return Hint(evaluate_request(view, _random(deal, turn), request), view)


def _random(deal: int, turn: int) -> SplitMix64:
    # It is no secret: whoever has no view of the seat can measure nothing with it.
    return SplitMix64(decision_seed(0, deal, turn))
