"""What a review says of chances."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

import funicular
from funicular.bots.registry import BOTS
from funicular.review.review_text import chance_gained

SAID = funicular.Reader("en")


@pytest.fixture(scope="module")
def decision() -> funicular.ReviewedDecision:
    rng = random.Random(3)
    match = funicular.game("dnpup", seats=3).match(deals=1).deal(rng)
    while match.to_act:
        state = match.states[-1]
        seat = state.to_act[0]
        match = match.play(seat, rng.choice(state.legal_moves(seat)))
    decisions = funicular.review(match, worlds=2).decisions
    return next(each for each in decisions if not each.forced)


@pytest.mark.parametrize(
    ("made", "best", "gained"),
    [
        (0.4, 0.6, "Out first in 60% of plausible deals instead of 40%."),
        (0.4, 0.99, "Out first in over 97% of plausible deals instead of 40%."),
        (0.98, 0.995, None),
        (0.0, 0.02, None),
        (0.501, 0.502, None),
        (0.6, 0.4, None),
    ],
)
def test_a_chance_is_told_where_it_is_another_as_people_hear_it(
    decision: funicular.ReviewedDecision, made: float, best: float, gained: str | None
) -> None:
    goal = BOTS["dnpup"].goal
    told = replace(decision, chances={goal: made}, best_chances={goal: best})
    assert chance_gained(told, "dnpup", SAID) == (() if gained is None else (gained,))
