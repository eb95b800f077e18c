"""Every decision of a match, walked one by one."""

from __future__ import annotations

import random

import pytest

import funicular
from tests.kit import play_match


@pytest.mark.parametrize("name", funicular.GAMES)
def test_positions_are_the_decisions_in_the_order_of_play(name: str) -> None:
    game = funicular.game(name, seats=3)
    match = play_match(game.match(deals=2), random.Random(4), 400)
    positions = list(match.positions())
    assert len(positions) == sum(len(state.history) for state in match.states)
    for each in positions:
        assert match.states[each.deal].history[each.ply] == (each.seat, each.move)
        assert len(each.state.history) == each.ply
        assert each.move in each.view.legal_moves()
        assert each.view == each.state.view(each.seat)


def test_a_match_that_has_not_begun_has_none() -> None:
    assert not list(funicular.game("dnpup", seats=3).match().positions())
