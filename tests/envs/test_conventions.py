"""The environments of PettingZoo and Gymnasium, by these libraries' own tests."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

import funicular
from funicular import BadOptions, IllegalMove
from funicular.envs.gymnasium import SeatEnv
from funicular.envs.pettingzoo import DealEnv
from tests.kit import VARIANTS, Variant

on_every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


@on_every_variant
def test_pettingzoo_finds_nothing_wrong(variant: Variant) -> None:
    game = variant.game
    with warnings.catch_warnings():
        # It wonders at every observation that comes with a mask but those of its own games.
        warnings.simplefilter("ignore", UserWarning)
        api_test(DealEnv(game), num_cycles=200)
    seed_test(lambda: DealEnv(game), num_cycles=50)


def test_pettingzoo_renders() -> None:
    render_test(
        lambda render_mode: DealEnv(funicular.game("auf-ab", seats=3), render_mode=render_mode)
    )


class Lenient(SeatEnv):
    """Plays a legal move where it gets another: Gymnasium's test keeps moves from deal to deal."""

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, object]]:
        mask: Any = self.action_space.mask
        return super().step(action if mask[action] else int(mask.argmax()))


@on_every_variant
def test_gymnasium_finds_nothing_wrong(variant: Variant) -> None:
    with warnings.catch_warnings():
        # It would rather have environments that were made by their name.
        warnings.simplefilter("ignore", UserWarning)
        check_env(Lenient(variant.game, seat=1, field="random"), skip_render_check=True)


@on_every_variant
def test_the_rewards_are_the_points_of_the_deal(variant: Variant) -> None:
    env = DealEnv(variant.game)
    for seed in range(5):
        env.reset(seed=seed)
        while not any((*env.terminations.values(), *env.truncations.values())):
            env.step(env.action_space(env.agent_selection).sample())
        assert tuple(env.rewards.values()) == env.deal.points
        assert all(env.truncations.values()) == env.deal.void


def test_a_seat_meets_the_field_it_was_given() -> None:
    class First:
        """Always the first legal move."""

        name = "first"

        def choose(self, view: Any, rng: random.Random) -> Any:  # noqa: ANN401 - of any game
            del rng
            return view.legal_moves()[0]

    game = funicular.game("ascenseur-52", seats=3)
    env = SeatEnv(game, seat=2, field=First(), cards=4)
    told, _ = env.reset(seed=3)
    total, over = 0.0, False
    while not over:
        told, reward, over, _, _ = env.step(int(np.flatnonzero(told["action_mask"])[0]))
        total += reward
    assert total == (env.deal.points or ())[2]
    assert {str(move) for _, move in env.deal.history[:3]} <= {"bid 0", "bid 1"}


def test_what_is_not_legal_is_refused() -> None:
    game = funicular.game("ascenseur-52", seats=3)
    env, seat = DealEnv(game, cards=2), SeatEnv(game, cards=2)
    for each in (env, seat):
        each.reset(seed=1)
        with pytest.raises(IllegalMove, match="S17"):
            each.step(7)
        with pytest.raises(IllegalMove, match="is not the number of a move"):
            each.step(70)
    for make in (DealEnv, SeatEnv):
        with pytest.raises(BadOptions, match="render_mode"):
            make(game, render_mode="rgb_array")
