"""The search in Auf & Ab: what players complain about does not happen, and nothing leaks in."""

from __future__ import annotations

import random

import pytest

from funicular.bots.auf_ab.policies import beginner
from funicular.core.errors import IllegalMove
from funicular.games.auf_ab.game import AufAb
from funicular.games.auf_ab.moves import Lay
from funicular.games.auf_ab.view import View
from tests.bots.test_auf_ab import MIXED, choice, late
from tests.games.auf_ab.sheet import FOUR, THREE, random_play

native = pytest.importorskip("funicular.native.auf_ab", reason="the kernels are not compiled")

GAMES = pytest.mark.parametrize("game", [THREE, FOUR])
SEEDS = pytest.mark.parametrize("seed", range(4))
# What a strong player thinks about a move, at most; here he hardly ever needs it.
PLAYOUTS = 4000

ORDINARY = "0-3 0-5 1-2 2-3 2-4 2-6 3-4 3-7 4-8 5-5 5-6 6-8 7-8 8-8"


def strong(view: View, seed: int = 0) -> str:
    return str(native.choose(view, random.Random(seed), playouts=PLAYOUTS))


# A lone card that no direction can lead: 1-9 is weak when rising and weaker when falling.


@SEEDS
def test_lays_an_orphan_on_a_weak_lead(seed: int) -> None:
    hand = "1-9 3-5 3-6 7-7 7-9"
    view = late(hand, ORDINARY, left=(6, 6), trick=((2, "0-4 x1"),))
    assert strong(view, seed) == "1-9 x1"


@SEEDS
def test_gets_rid_of_an_orphan_over_its_own_cards(seed: int) -> None:
    view = late("1-9 8-8 9-9", ORDINARY.replace(" 8-8", ""), left=(6, 6), trick=((0, "0-4 x1"),))
    assert strong(view, seed) == "1-9 x1"
    assert choice(view, beginner) == "pass"


@SEEDS
def test_does_not_leave_an_orphan_behind_when_leading_its_number(seed: int) -> None:
    unseen = ORDINARY.replace("5-6 ", "")
    view = late("1-6 1-9 5-7 5-8 6-7", unseen, left=(6, 6))
    assert strong(view, seed) not in {"1-6 x1", "1-9 x1"}


@SEEDS
def test_lays_what_cannot_be_beaten_before_its_orphan(seed: int) -> None:
    unseen = "0-2 1-3 1-4 2-4 2-6 4-6 5-8 6-7 7-8"
    assert strong(late("0-8 3-5 3-7 9-9", unseen, left=(4, 4)), seed) != "0-8 x1"
    both = late("0-5 0-8 9-9", unseen, left=(4, 4))
    assert strong(both, seed).startswith("9-9")
    assert choice(both, beginner) == "0-5 0-8 x2"


# Going out


def test_goes_out_when_it_can() -> None:
    leading = late("0-8 6-8", MIXED.replace(" 6-8", ""), left=(6, 7), direction="falling")
    assert strong(leading) == "0-8 6-8 x2"
    following = late("7-7 7-9", MIXED, left=(6, 7), trick=((2, "3-5 3-8 3-9 x3"),))
    assert strong(following) == "7-7 7-9 x3"
    over_its_own = late("7-7", MIXED, left=(6, 7), trick=((0, "3-5 x1"),))
    assert strong(over_its_own) == "7-7 x1"


def test_takes_the_lead_from_somebody_who_has_one_card_left() -> None:
    trick = ((1, "6-9 x1"),)
    view = late("3-4 3-7 8-8 8-9", "2-3 4-6 5-5 5-8 6-7 7-7", left=(1, 4), trick=trick)
    assert strong(view).startswith("8-")


# Budgets, seeds, views


@GAMES
def test_chooses_a_legal_move_wherever_a_deal_may_lead_and_the_same_again(game: AufAb) -> None:
    for state in random_play(game, 3)[:-1:3]:
        seat = state.to_act[0]
        view = state.view(seat)
        move = native.choose(view, random.Random(1), playouts=60)
        assert move in view.legal_moves()
        assert native.choose(view, random.Random(1), playouts=60) == move
        assert native.choose(view, random.Random(1), seconds=0.001) in view.legal_moves()
        assert native.choose_knowing(state, seat, random.Random(1)) in view.legal_moves()


@GAMES
def test_hidden_cards_do_not_change_what_it_chooses(game: AufAb) -> None:
    """Worlds of a view differ in hidden cards only."""
    for state in random_play(game, 4)[1:40:6]:
        seat = state.to_act[0]
        view = state.view(seat)
        chosen = native.choose(view, random.Random(5), playouts=200)
        for world in native.worlds(view, random.Random(6), 3):
            assert native.choose(world.view(seat), random.Random(5), playouts=200) == chosen


def test_judges_every_legal_move_and_tries_the_promising_ones() -> None:
    view = random_play(THREE, 8)[0].view(THREE.deal(random.Random(8)).to_act[0])
    judged = native.assess(view, random.Random(1), playouts=500)
    assert tuple(each.move for each in judged) == view.legal_moves()
    best = max((each for each in judged if each.worlds), key=lambda each: each.worlds)
    assert isinstance(best.move, Lay)
    assert -1 < best.value < 3


def test_does_not_think_when_it_is_not_its_turn() -> None:
    state = THREE.deal(random.Random(1))
    other = (state.to_act[0] + 1) % 3
    for seat in (other, None):
        with pytest.raises(IllegalMove):
            native.choose(state.view(seat), random.Random(1), playouts=10)
    with pytest.raises(IllegalMove):
        native.choose_knowing(state, other, random.Random(1))


def test_a_forced_move_takes_no_playouts() -> None:
    view = late("1-2 1-3", ORDINARY, left=(6, 6), trick=((2, "8-9 x1"),))
    (only,) = native.assess(view, random.Random(1), playouts=500)
    assert str(only.move) == "pass"
    assert only.worlds == 0
