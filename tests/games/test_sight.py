"""What a seat sees as it is written down: every game has its own, and no other passes for one."""

from __future__ import annotations

import random
from typing import Any

import pytest

import funicular
from funicular.games.registry import GAMES, SEATS, make_game
from funicular.games.sight import sight


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_written_down(name: str) -> None:
    state = make_game(name, SEATS[name][0], {}).deal(random.Random(1))
    assert sight(state.view(0)).hand == state.hand(0)
    assert sight(state.view(None)).hand == ()


def test_a_view_of_no_known_game_is_refused() -> None:
    class Foreign:
        class setup:  # noqa: N801 - an attribute of every view
            name = "whist"

    view: Any = Foreign()
    with pytest.raises(funicular.BadOptions, match="whist"):
        sight(view)
