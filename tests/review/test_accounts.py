"""Cards, decisions and luck add up to the score sheet, for every seat and every deal."""

from __future__ import annotations

import random
from typing import Any

import pytest

import funicular
from funicular.core.match import Match
from funicular.native import COMPILED
from funicular.native.evaluated import JudgedShown
from funicular.review.accounts import accounts_of
from tests.kit.variants import BY_GAME_AND_SEATS
from tests.review.account_sums import accounted, answers, problems

# A match of it is short, and ends before its last deal does.
SEED = 1

needs_kernels = pytest.mark.skipif(not COMPILED, reason="there are no compiled kernels")


@needs_kernels
def test_accounts_of_every_seat_and_deal_add_up_to_the_sheet_here_and_in_the_browser() -> None:
    # `python -m tests.review.account_sums` has 200 matches of each.
    played = [
        accounted(name, seats, SEED, deals=None if name == "dnpup" else 1)
        for name, seats in BY_GAME_AND_SEATS
    ]
    found = [
        (name, seats, problems(each, answer))
        for (name, seats), each, answer in zip(
            BY_GAME_AND_SEATS, played, answers(played), strict=True
        )
    ]
    assert found == [(name, seats, []) for name, seats in BY_GAME_AND_SEATS]
    # A match that ends before its last deal does is among them.
    assert any(each.match.states[-1].points is None for each in played)


def deciding_deal() -> Match:
    """A match of dnpup that somebody won by going out first, while the deal went on."""
    for seed in range(100):
        rng = random.Random(seed)
        match = funicular.game("dnpup", seats=3).match().deal(rng)
        casual = funicular.bot("casual")
        while not match.over:
            if not match.under_way:
                match = match.deal(rng)
            state: Any = match.state
            seat = match.to_act[0]
            match = match.play(seat, casual.choose(state.view(seat), rng))
        if match.states[-1].points is None:
            return match
    raise AssertionError


def test_the_deal_that_decided_a_match_has_its_account() -> None:
    match = deciding_deal()
    last = len(match.states) - 1
    assert match.deal_points[last] == match.states[last].points_so_far
    found = funicular.review(match, worlds=2)
    of_last = [each for each in found.accounts if each.deal == last]
    assert [each.result for each in of_last] == list(match.states[last].points_so_far)
    mine = funicular.review(match, worlds=2, seat=1).accounts
    assert mine == tuple(each for each in found.accounts if each.seat == 1)


def judged(difference: float, stderr: float, best_value: float) -> JudgedShown:
    return JudgedShown(1, difference, stderr, 0.0, best_value, 0.0, 0.0, 0.0, 0.0)


def test_a_seat_without_a_choice_has_all_from_its_cards_and_one_half_judged_has_no_account() -> (
    None
):
    choices = [(0, 0, judged(1.0, 0.1, 6.0)), (0, 0, judged(-0.5, 1.0, 2.0)), (0, 1, None)]
    first, third = accounts_of(3, [(4, -1, 2), None], choices)
    assert (first.cards, first.play, first.luck, first.mistakes) == (6.0, -0.5, -1.5, 1)
    assert (third.seat, third.cards, third.play, third.luck) == (2, 2, 0.0, 0.0)
