"""What a seat sees as it is written down: every game has its own, and no other passes for one."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import asdict

import funicular
from funicular.games.registry import GAMES, SEATS, make_game
from funicular.games.sight import sight
from tests.kit import VARIANTS, Variant, begin, walk


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


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_history_has_every_move_and_can_be_left_out(variant: Variant) -> None:
    rng = random.Random(str(variant))
    last = walk(begin(variant.game, rng), rng)[-1]
    view = last.view(0)
    told = asdict(sight(view))["history"]
    assert told == tuple((seat, str(move)) for seat, move in last.history)
    assert asdict(sight(view, history=False))["history"] == ()


def test_a_bid_stays_sealed_until_all_are_shown() -> None:
    state = make_game("ascenseur-32", 3, {"bidding": "simultaneous"}).deal(random.Random(1))
    state = state.play(1, state.legal_moves(1)[0])
    assert asdict(sight(state.view(1)))["history"] == ((1, "bid ?"),)
