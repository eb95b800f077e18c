"""What a decision cost is one number: the kernel's, and that of the rule in Python."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from funicular.bots.engine import ENGINES
from funicular.bots.evaluation import evaluation_request
from funicular.core.match import MatchPosition
from funicular.native import COMPILED
from funicular.review.match_review import judgement
from tests.kit import VARIANTS, Variant, begin, walk

WORLDS = 8
DECISIONS = 4


def decisions(variant: Variant) -> list[MatchPosition]:
    """Some choices of a random deal, with a move made by chance."""
    rng = random.Random(f"judging {variant}")
    path = walk(begin(variant.game, rng), rng)[:-1]
    choices = [state for state in path if len(state.legal_moves(state.to_act[0])) > 1]
    found = []
    for state in rng.sample(choices, min(DECISIONS, len(choices))):
        seat = state.to_act[0]
        move: Any = rng.choice(state.legal_moves(seat))
        found.append(MatchPosition(rng.randrange(9), rng.randrange(99), seat, state, move))
    return found


@pytest.mark.skipif(not COMPILED, reason="there is only the rule in Python")
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_kernel_judges_as_the_rule_in_python_does(
    variant: Variant, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = evaluation_request(WORLDS, None, None, "points", race=True)
    positions = decisions(variant)
    by_kernel = [judgement(each, 7, request) for each in positions]
    name = variant.game_name
    monkeypatch.setitem(ENGINES, name, replace(ENGINES[name], judge=None))
    # The evaluations are still the kernel's, so that all numbers are the same to the last bit.
    assert [judgement(each, 7, request) for each in positions] == by_kernel
