"""Bots by level: legal moves from the view alone, the same view and seed the same move."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import cast

import pytest

import funicular
from funicular.bots.clairvoyant import clairvoyant
from funicular.bots.levels import LEVELS, SEARCHERS
from funicular.core.game import State, View
from funicular.games.registry import SEATS

TABLES = [(name, seats) for name in funicular.GAMES for seats in SEATS[name]]
JUDGING = [level for level in LEVELS if level not in SEARCHERS]
# Little enough to be quick in pure Python too.
SEARCHING = [f"{level}@12" for level in SEARCHERS]
EVERY_TABLE = pytest.mark.parametrize(("name", "seats"), TABLES)


def decisions(name: str, seats: int, rng: random.Random, most: int) -> Iterator[tuple[State, int]]:
    """Points of a deal where somebody has a choice: the first, and some later ones at random."""
    state = funicular.game(name, seats=seats).deal(rng)
    given = 0
    while state.to_act and given < most:
        seat = rng.choice(state.to_act)
        moves = state.legal_moves(seat)
        if len(moves) > 1 and (given == 0 or rng.random() < 0.2):
            yield state, seat
            given += 1
        state = state.play(seat, rng.choice(moves))


@EVERY_TABLE
@pytest.mark.parametrize("level", JUDGING)
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


@EVERY_TABLE
@pytest.mark.parametrize("level", JUDGING)
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


@EVERY_TABLE
@pytest.mark.parametrize("level", SEARCHING)
def test_nor_can_a_bot_that_searches_whose_move_is_legal(level: str, name: str, seats: int) -> None:
    bot = funicular.bot(level)
    rng = random.Random(f"{name} {seats}")
    for state, seat in decisions(name, seats, rng, 2):
        other = funicular.worlds(state.view(seat), rng)
        move = bot.choose(state.view(seat), random.Random(7))
        assert move in state.legal_moves(seat)
        assert bot.choose(other.view(seat), random.Random(7)) == move


@pytest.mark.parametrize("name", funicular.GAMES)
@pytest.mark.parametrize("level", ["strong@1ms", "expert@20ms", "strong@1"])
def test_however_small_the_budget_there_is_a_legal_move(level: str, name: str) -> None:
    seats = SEATS[name][0]
    for state, seat in decisions(name, seats, random.Random(f"{name} {level}"), 4):
        move = funicular.bot(level).choose(state.view(seat), random.Random(1))
        assert move in state.legal_moves(seat)


@pytest.mark.parametrize("level", LEVELS)
def test_a_forced_move_needs_no_thought(level: str) -> None:
    """Not even a random number."""
    game = funicular.game("ascenseur-52", seats=3)
    state = game.start(["AS KS", "2H 3H", "4D 5D"], dealer=2, upcard="9C")
    for move in ("bid 1", "bid 0", "bid 0", "play AS", "play 2H", "play 4D"):
        state = state.play(state.to_act[0], game.parse_move(move))
    rng = random.Random(1)
    before = rng.getstate()
    assert str(funicular.bot(level).choose(state.view(0), rng)) == "play KS"
    assert rng.getstate() == before


@pytest.mark.parametrize("name", funicular.GAMES)
def test_the_clairvoyant_makes_a_legal_move_and_the_same_one_again(name: str) -> None:
    seer = clairvoyant("12")
    for state, seat in decisions(name, SEATS[name][-1], random.Random(name), 2):
        move = seer.choose_knowing(state, seat, random.Random(2))
        assert move in state.legal_moves(seat)
        assert seer.choose_knowing(state, seat, random.Random(2)) == move


def test_the_clairvoyant_sees_what_nobody_else_can() -> None:
    game = funicular.game("ascenseur-52", seats=3)
    for hidden, bid in (("KH", "bid 0"), ("2H", "bid 1")):
        state = game.start(["QH", hidden, "3D"], dealer=2, upcard="9S")
        chosen = clairvoyant("50").choose_knowing(state, 0, random.Random(1))
        assert str(chosen) == bid


@pytest.mark.parametrize("unknown", ["genius", "", "@1s", "Strong", None])
def test_an_unknown_level_is_refused_with_the_known_ones(unknown: str) -> None:
    with pytest.raises(funicular.UnknownBot, match="Known: random, beginner, casual, strong"):
        funicular.bot(unknown)


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_needs_a_view_of_a_seat_whose_turn_it_is(level: str) -> None:
    state = funicular.game("dnpup", seats=3).deal(random.Random(1))
    idle = next(seat for seat in range(3) if seat not in state.to_act)
    for seat in (None, idle):
        with pytest.raises(funicular.IllegalMove, match="whose turn it is"):
            funicular.bot(level).choose(state.view(seat), random.Random(1))
    with pytest.raises(funicular.IllegalMove, match="whose turn it is"):
        clairvoyant().choose_knowing(state, idle, random.Random(1))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", funicular.GAMES)
def test_what_is_no_view_is_refused_in_words(name: str, level: str) -> None:
    state = funicular.game(name, seats=3).deal(random.Random(1))
    rng = random.Random(1)
    for given in (state, None, 7, "view"):
        with pytest.raises(funicular.BadOptions, match="from the view of a seat, not from"):
            funicular.bot(level).choose(cast("View", given), rng)
        with pytest.raises(funicular.BadOptions, match="drawn from a view, not from"):
            funicular.worlds(cast("View", given), rng)
    view = state.view(state.to_act[0])
    with pytest.raises(funicular.BadOptions, match=r"from a random\.Random, not from None"):
        funicular.worlds(view, cast("random.Random", None))
