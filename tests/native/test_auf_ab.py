"""The compiled twin of Auf & Ab does what the Python rules do, move for move and card for card."""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from funicular.bots.auf_ab.policies import casual
from funicular.core.errors import BadOptions
from funicular.games.auf_ab.game import AufAb
from funicular.games.auf_ab.state import State
from funicular.games.auf_ab.view import View
from funicular.native.numbers.auf_ab import code_of, move_of
from tests.games.auf_ab.sheet import FOUR, THREE, example, random_play
from tests.games.auf_ab.test_worlds import (
    BEFORE,
    LATE,
    ODDS,
    Key,
    enumerate_before_the_lead,
    enumerate_worlds,
    key,
    reach,
)
from tests.kit import VARIANTS, Variant, is_uniform

native = pytest.importorskip("funicular.native.auf_ab", reason="the kernels are not compiled")

OURS = [variant for variant in VARIANTS if variant.game_name == "auf-ab"]
GAMES = pytest.mark.parametrize("game", [THREE, FOUR])
SOAKING = os.environ.get("FUNICULAR_SOAK") == "1"


def compare(variant: Variant, deals: int, seed: int) -> int:
    """Replay so many random deals of the twin by the Python rules; returns the moves compared."""
    game = variant.game
    assert isinstance(game, AufAb)
    rng = random.Random(seed)
    moves = 0
    for _ in range(deals):
        traced = native.trace(game, rng.getrandbits(64))
        assert [hand.bit_count() for hand in traced.hands] == [game.setup.cards] * game.seats
        state = State.begin(game.setup, traced.hands)
        for seat, legal, played in traced.steps:
            assert state.to_act == (seat,)
            mine = state.legal_moves(seat)
            assert [code_of(move) for move in mine] == legal
            state = state.play(seat, mine[legal.index(played)])
        assert state.points == traced.points
        assert not state.void
        moves += len(traced.steps)
    return moves


@pytest.mark.parametrize("variant", OURS, ids=str)
def test_every_deal_of_the_twin_is_a_deal_by_the_rules(variant: Variant) -> None:
    assert compare(variant, 25_000 if SOAKING else 1500, seed=1) > 0


@GAMES
def test_the_twin_allows_what_the_rules_allow_in_positions_of_python_play(game: AufAb) -> None:
    for seed in range(100):
        for state in random_play(game, seed)[:-1]:
            mine = tuple(code_of(move) for move in state.legal_moves(state.to_act[0]))
            assert native.legal_moves(state) == mine


def test_the_twin_allows_every_move_of_the_sheets_example() -> None:
    """A38."""
    for tricks in range(9):
        state = example(tricks)
        mine = tuple(code_of(move) for move in state.legal_moves(state.to_act[0]))
        assert native.legal_moves(state) == mine


@GAMES
def test_a_move_survives_its_number(game: AufAb) -> None:
    for state in random_play(game, 5)[:-1]:
        for move in state.legal_moves(state.to_act[0]):
            assert move_of(code_of(move)) == move


@GAMES
def test_playouts_are_the_deals_that_a_trace_shows(game: AufAb) -> None:
    traced = native.trace(game, 7)
    assert native.playouts(game, 1, 7) == (len(traced.steps), traced.points)
    assert native.playouts(game, 500, 7) == native.playouts(game, 500, 7)
    assert native.playouts(game, 500, 7) != native.playouts(game, 500, 8)


@GAMES
def test_a_dealt_card_is_any_card_in_any_seat(game: AufAb) -> None:
    """Each of the 55 cards falls to each seat, or lies aside, as often as its places are many."""
    rng = random.Random(3)
    deals = 2000
    hands = [native.trace(game, rng.getrandbits(64)).hands for _ in range(deals)]
    for seat in range(game.seats):
        held = Counter(card for dealt in hands for card in range(55) if dealt[seat] >> card & 1)
        assert held.total() == deals * game.setup.cards
        expected = held.total() / 55
        # Five standard deviations; the seeds are fixed.
        assert all(abs(held[card] - expected) < 5 * expected**0.5 for card in range(55))


# Worlds


def hands_now(states: list[State]) -> Counter[Key]:
    return Counter(key(state) for state in states)


@pytest.mark.parametrize(("start", "seat", "count"), LATE.values(), ids=LATE)
def test_late_worlds_of_the_twin_are_uniform(start: State, seat: int | None, count: int) -> None:
    state = reach(start, seat)
    cells = enumerate_worlds(state, seat)
    drawn = native.worlds(state.view(seat), random.Random(1), 20 * count)
    assert len(cells) == count
    assert is_uniform(hands_now(drawn), cells, ODDS)


@pytest.mark.parametrize("view", BEFORE.values(), ids=BEFORE)
def test_worlds_of_the_twin_before_the_opening_lead_are_uniform(view: View) -> None:
    cells = enumerate_before_the_lead(view)
    drawn = native.worlds(view, random.Random(1), 20 * len(cells))
    # No event shows the cards that lie open here, so the states do not know them as played.
    assert is_uniform(Counter(state.dealt for state in drawn), cells, ODDS)


@GAMES
def test_a_world_of_the_twin_has_the_same_view_and_replays(game: AufAb) -> None:
    states = random_play(game, 5)
    for state in (*states[:3], *states[3::5], states[-1]):
        for seat in (*range(game.seats), None):
            view = state.view(seat)
            for drawn in native.worlds(view, random.Random(2), 5):
                assert drawn.view(seat) == view
                again = game.start(drawn.deal.hands)
                for mover, move in drawn.history:
                    again = again.play(mover, move)
                assert again == drawn


def test_no_worlds_are_refused() -> None:
    with pytest.raises(BadOptions, match="from 1 to 100000, not 0"):
        native.worlds(THREE.deal(random.Random(1)).view(0), random.Random(1), 0)


# The casual player


@GAMES
def test_the_twin_of_casual_chooses_what_casual_chooses(game: AufAb) -> None:
    """In deals that casual players play, and in those that nobody would play so."""
    for seed in range(300 if SOAKING else 30):
        rng = random.Random(seed)
        state = game.deal(rng)
        while state.to_act:
            seat = state.to_act[0]
            view = state.view(seat)
            move = casual(view, rng)
            assert native.casual(view) == move
            state = state.play(seat, move if seed % 2 else rng.choice(view.legal_moves()))
