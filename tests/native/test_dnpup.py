"""The compiled twin of dnpup does what the Python rules do, move for move and card for card."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from itertools import count

import pytest

from funicular.bots.dnpup.plans import Outlook
from funicular.bots.dnpup.policies import casual, worth
from funicular.core.errors import BadDeal
from funicular.games.dnpup.game import Dnpup
from funicular.games.dnpup.state import State
from funicular.games.dnpup.view import View
from tests.bots.test_dnpup import position
from tests.games.dnpup.test_worlds import (
    SITUATIONS,
    Situation,
    agrees,
    enumerated,
    replayed,
    stages,
)
from tests.kit import VARIANTS, Variant, begin, random_step, twin_of, walk

native = pytest.importorskip("funicular.native.dnpup", reason="the kernels are not compiled")

OURS = [variant for variant in VARIANTS if variant.game_name == "dnpup"]
SOAKING = os.environ.get("FUNICULAR_SOAK") == "1"
SEATS = pytest.mark.parametrize("seats", [2, 3, 4, 5])
VARIANT = pytest.mark.parametrize("variant", OURS, ids=str)


def game_of(variant: Variant) -> Dnpup:
    game = variant.game
    assert isinstance(game, Dnpup)
    return game


def dealt(seats: int, rng: random.Random) -> State:
    return Dnpup.of("dnpup", seats, {}).deal(rng)


def opening(seats: int) -> View:
    """What the starter of some deal sees."""
    state = dealt(seats, random.Random(2))
    return state.view(state.to_act[0])


def compare(variant: Variant, deals: int, seed: int) -> int:
    """Replay so many random deals of the twin by the Python rules; returns the moves compared."""
    game = game_of(variant)
    rng = random.Random(seed)
    moves = 0
    for _ in range(deals):
        traced = native.trace(game, rng.getrandbits(64))
        state = State.begin(game.setup, traced.hands)
        for step in traced.steps:
            assert state.to_act == (step.seat,)
            assert state.legal_moves(step.seat) == step.legal
            state = state.play(step.seat, step.move)
            moves += 1
        assert state.points == traced.points
        assert state.void == traced.void
    return moves


@VARIANT
def test_every_move_of_the_twin_is_a_move_of_the_rules(variant: Variant) -> None:
    assert compare(variant, 20_000 if SOAKING else 300, seed=1) > 0


@VARIANT
def test_the_twin_deals_the_whole_deck(variant: Variant) -> None:
    game = game_of(variant)
    for seed in range(20):
        hands = native.trace(game, seed).hands
        assert sorted(card.low_up for hand in hands for card in hand) == list(game.deck)


@VARIANT
def test_any_position_of_the_rules_is_one_of_the_twin(variant: Variant) -> None:
    rng = random.Random(7)
    for _ in range(400 if SOAKING else 10):
        state = begin(variant.game, rng)
        assert isinstance(state, State)
        while state.to_act:
            view = state.view(state.to_act[0])
            assert native.legal_moves(view) == view.legal_moves()
            state = state.play(*random_step(state, rng))
        assert native.legal_moves(state.view(0)) == ()


def test_a_position_laid_out_by_hand_is_one_of_the_twin() -> None:
    state = position(["4/5 4/6 2/9 9/1", "5/7", "1/7 2/4"], {"2": "4/7 4/8"}, "0")
    assert native.legal_moves(state.view(0)) == state.legal_moves(0)


def test_nonsense_is_refused() -> None:
    state = position(["4/5", "5/7", "1/7 2/4"], {}, "0")
    twice = View(state.setup, 0, state.public, state.dealt[0], (*state.hands[0], *state.hands[1]))
    with pytest.raises(BadDeal, match="no position of the game"):
        native.legal_moves(twice)


def in_batches(view: View, rng: random.Random) -> Iterator[State]:
    while True:
        yield from native.worlds(view, rng, 500)


@pytest.mark.parametrize("situation", SITUATIONS, ids=str)
def test_the_twins_worlds_are_equally_likely(situation: Situation) -> None:
    state, viewer = situation.state, situation.viewer
    drawn = in_batches(state.view(viewer), random.Random(3))
    assert agrees(enumerated(state, viewer), state.view(viewer), lambda *_: next(drawn), seed=3)


@SEATS
def test_a_world_of_the_twin_looks_the_same_and_replays_to_itself(seats: int) -> None:
    rng = random.Random(seats)
    for state in stages(seats, 1, turn_cap=80):
        for viewer in (None, *range(seats)):
            view = state.view(viewer)
            for drawn in native.worlds(view, rng, 3):
                assert drawn.view(viewer) == view
                assert replayed(drawn.deal.hands, drawn) == drawn


@SEATS
def test_the_twin_of_casual_thinks_as_casual_does(seats: int) -> None:
    """Python adds up in another order here and there, hence not to the very last bit."""
    rng = random.Random(f"casual {seats}")
    for _ in range(1000 if SOAKING else 40):
        state = dealt(seats, rng)
        while state.to_act:
            (seat,) = state.to_act
            view = state.view(seat)
            outlook = Outlook(view)
            theirs = [worth(view, outlook, move) for move in view.legal_moves()]
            ours = native.casual_worths(view)
            assert ours == pytest.approx(theirs, abs=1e-12)
            best = max(ours)
            chosen = casual(view, rng)
            assert ours[view.legal_moves().index(chosen)] == pytest.approx(best, abs=1e-12)
            # Now and then something else, so that unusual tables come up too.
            state = state.play(*random_step(state, rng) if rng.random() < 0.1 else (seat, chosen))


@VARIANT
def test_a_choice_is_legal_and_repeatable_at_every_point_of_a_random_deal(
    variant: Variant,
) -> None:
    rng = random.Random(str(variant))
    state = begin(variant.game, rng)
    assert isinstance(state, State)
    # Not every one, but of every seat.
    for each in walk(state, rng)[:-1][:: variant.seats + 1]:
        (seat,) = each.to_act
        view = each.view(seat)
        move = native.choose(view, random.Random(5), playouts=20)
        assert move in view.legal_moves()
        assert move == native.choose(view, random.Random(5), playouts=20)
        knowing = native.choose_knowing(each, seat, random.Random(5), playouts=20)
        assert knowing in view.legal_moves()


@SEATS
def test_what_a_seat_cannot_see_changes_nothing(seats: int) -> None:
    game = Dnpup.of("dnpup", seats, {})
    compared = 0
    for seed in count():
        rng = random.Random(seed)
        path = walk(game.deal(rng), rng, rng.randrange(12))
        if not path[-1].to_act:
            continue
        (seat,) = path[-1].to_act
        twins = twin_of(game, path, seat, rng)
        if len(twins) < len(path) or twins[-1] == path[-1]:
            continue
        views = path[-1].view(seat), twins[-1].view(seat)
        first, second = (native.assess(view, random.Random(1), playouts=40) for view in views)
        assert first == second
        compared += 1
        if compared == 10:
            break


@SEATS
def test_legal_moves_are_assessed_as_far_as_they_are_worth_a_try(seats: int) -> None:
    view = opening(seats)
    judged = native.assess(view, random.Random(1), playouts=1000)
    assert tuple(each.move for each in judged) == view.legal_moves()
    assert all(0 <= each.value <= 1 for each in judged)
    assert sum(each.worlds > 0 for each in judged) == min(len(judged), 20)
    few = native.assess(view, random.Random(1), playouts=100)
    assert sum(each.worlds > 0 for each in few) == 4


def test_a_forced_move_needs_no_thought() -> None:
    """One's own single 9 lies in the other zone, so the only thing left is to flip (D41)."""
    state = position(["3/4", "1/6 2/4"], {"0.1": "9/1"}, "0.2")
    assert [str(move) for move in state.legal_moves(0)] == ["flip"]
    (forced,) = native.assess(state.view(0), random.Random(1), playouts=1000)
    assert str(forced.move) == "flip"
    assert forced.worlds == 0


def test_a_budget_of_seconds_will_do() -> None:
    view = opening(3)
    assert native.choose(view, random.Random(1), seconds=0.01) in view.legal_moves()


def test_playouts_count_their_moves() -> None:
    game = Dnpup.of("dnpup", 3, {"turn_cap": 25})
    assert 10 * 4 <= native.playouts(game, 10, seed=1) <= 10 * 25
    assert native.playouts(game, 10, seed=1) == native.playouts(game, 10, seed=1)
