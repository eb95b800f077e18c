"""Worlds that explain what the others did: whatever the viewer has seen stays as it was."""

from __future__ import annotations

import random

import pytest

from funicular.bots.plausible_worlds import explained_world
from tests.kit.variants import VARIANTS, Variant
from tests.kit.walks import begin, walk

SEALED = [variant for variant in VARIANTS if variant.options.get("bidding") == "simultaneous"]


@pytest.mark.parametrize("variant", SEALED, ids=str)
def test_bids_are_guessed_only_while_they_are_sealed(variant: Variant) -> None:
    rng = random.Random(6)
    path = walk(begin(variant.game, rng), rng)
    for state in path[: 2 * variant.seats]:
        for seat in range(variant.seats):
            world = explained_world(state.view(seat), rng).state
            assert world.view(seat) == state.view(seat)


def test_sealed_bids_of_others_are_guessed_anew() -> None:
    game = SEALED[0].game
    rng = random.Random(2)
    state = game.deal(rng, dealer=0, cards=5)
    for seat in state.to_act[1:]:
        state = state.play(seat, game.parse_move("bid 5"))
    viewer = state.to_act[0]
    worlds = [explained_world(state.view(viewer), rng).state for _ in range(20)]
    assert any(world.history != state.history for world in worlds)
