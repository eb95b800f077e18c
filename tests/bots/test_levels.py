"""Bots by level: legal moves from the view alone, the same view and seed the same move."""

from __future__ import annotations

import random

import pytest

import funicular
from funicular.bots.levels import LEVELS
from funicular.games.registry import SEATS

TABLES = [(name, seats) for name in funicular.GAMES for seats in SEATS[name]]


@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_chooses_a_legal_move_and_the_same_one_again(
    level: str, name: str, seats: int
) -> None:
    bot = funicular.bot(level)
    rng = random.Random(f"{level} {name} {seats}")
    for number in range(3):
        state = funicular.game(name, seats=seats).deal(rng)
        while state.to_act:
            seat = state.to_act[-1]
            view = state.view(seat)
            move = bot.choose(view, random.Random(number))
            assert move in view.legal_moves()
            assert bot.choose(view, random.Random(number)) == move
            state = state.play(seat, move)


@pytest.mark.parametrize(("name", "seats"), TABLES)
@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_cannot_depend_on_what_its_view_does_not_show(
    level: str, name: str, seats: int
) -> None:
    """Hidden cards dealt another way give the same view, so the same move."""
    bot = funicular.bot(level)
    rng = random.Random(f"{level} {name} {seats}")
    state = funicular.game(name, seats=seats).deal(rng)
    while state.to_act:
        seat = state.to_act[0]
        other = funicular.worlds(state.view(seat), rng)
        move = bot.choose(state.view(seat), random.Random(7))
        assert bot.choose(other.view(seat), random.Random(7)) == move
        state = state.play(seat, move)


def test_an_unknown_level_is_refused_with_the_known_ones() -> None:
    with pytest.raises(funicular.UnknownBot, match="no bot “genius”"):
        funicular.bot("genius")


def test_a_bot_needs_a_view_of_a_seat_whose_turn_it_is() -> None:
    state = funicular.game("dnpup", seats=3).deal(random.Random(1))
    idle = next(seat for seat in range(3) if seat not in state.to_act)
    for seat in (None, idle):
        with pytest.raises(funicular.IllegalMove, match="whose turn it is"):
            funicular.bot("casual").choose(state.view(seat), random.Random(1))
