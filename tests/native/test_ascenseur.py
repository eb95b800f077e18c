"""The compiled twin of Ascenseur against the Python rules: same deals, moves, scores and worlds."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, cast

import pytest

import funicular
from funicular.bots.ascenseur.odds import Knowledge
from funicular.bots.ascenseur.policies import _worth
from funicular.core.game import Move
from funicular.games.ascenseur.cards import Card
from funicular.games.ascenseur.game import Ascenseur
from funicular.games.ascenseur.moves import Play
from funicular.games.ascenseur.state import State
from funicular.games.ascenseur.view import View
from funicular.games.ascenseur.worlds import evidence, hidden_cards
from funicular.native import COMPILED
from tests.kit import VARIANTS, Variant, begin, every_split, is_uniform, walk

if not COMPILED:
    pytest.skip("the kernels are not compiled", allow_module_level=True)

from funicular.native import ascenseur as twin
from funicular.native.numbers.ascenseur import code_of
from tests.native.ascenseur import compare

MINE = [variant for variant in VARIANTS if variant.game_name.startswith("ascenseur")]
each_variant = pytest.mark.parametrize("variant", MINE, ids=str)


@each_variant
def test_the_twin_deals_moves_and_scores_as_the_rules_do(variant: Variant) -> None:
    assert compare(variant, deals=1000, seed=1) > 0


@each_variant
def test_a_position_of_ours_has_the_same_legal_moves_there(variant: Variant) -> None:
    rng = random.Random(str(variant))
    for _ in range(40):
        for state in walk(begin(variant.game, rng), rng):
            for seat in state.to_act[:1]:
                codes = [code_of(cast("Any", move)) for move in state.legal_moves(seat)]
                assert twin.legal_codes(cast("State", state)) == codes


@each_variant
def test_a_world_of_the_twin_gives_the_same_view(variant: Variant) -> None:
    rng = random.Random(str(variant))
    for _ in range(8):
        for state in walk(begin(variant.game, rng), rng)[:-1:3]:
            seat = rng.choice(state.to_act)
            view = cast("State", state).view(seat)
            for world in twin.worlds(view, rng, 3):
                assert world.view(seat) == view


def worth_the_same(view: View, one: Move, other: Move) -> bool:
    """Whether only rounding tells two cards apart."""
    knowledge = Knowledge.of(view)
    assert isinstance(one, Play)
    assert isinstance(other, Play)
    return abs(_worth(knowledge, one.card) - _worth(knowledge, other.card)) < 1e-9


@each_variant
def test_the_twin_of_the_casual_bot_does_what_it_does(variant: Variant) -> None:
    casual = funicular.bot("casual")
    rng = random.Random(str(variant))
    for _ in range(12):
        state = begin(variant.game, rng)
        while state.to_act:
            seat = state.to_act[0]
            view = cast("State", state).view(seat)
            move = casual.choose(view, rng)
            assert twin.casual(view) == move or worth_the_same(view, twin.casual(view), move)
            # Not always its own way, so that odd positions come up too.
            state = state.play(seat, rng.choice([move, rng.choice(state.legal_moves(seat))]))


Split = tuple[tuple[Card, ...], ...]


def splits_allowed(view: View) -> list[Split]:
    """Every way the hidden cards may lie in the other hands."""
    proof = evidence(view)
    seats = [seat for seat in range(view.setup.seats) if seat != view.seat]
    rooms = [view.public.cards - proof.played[seat].bit_count() for seat in seats]
    return [
        split
        for split in every_split(hidden_cards(view, proof), rooms)
        if all(
            not card.bit & proof.voids[seat]
            for seat, hand in zip(seats, split, strict=True)
            for card in hand
        )
    ]


def small_views() -> Iterator[View]:
    """Views with few enough worlds to list, from which two seats at least are known to be void."""
    rng = random.Random(5)
    removed = [f"{rank}{suit}" for rank in "789T" for suit in "CDHS"]
    for seats, cards in ((3, 5), (4, 4), (5, 3)):
        game = Ascenseur.of("ascenseur-32", seats, {"removed": removed, "peak": cards})
        found = 0
        while found < 4:
            path = walk(game.deal(rng, cards=cards), rng)
            state = cast("State", rng.choice(path[seats + 1 : -1]))
            view = state.view(state.to_act[0])
            void = [seat for seat, suits in enumerate(evidence(view).voids) if suits]
            if len({*void} - {view.seat}) >= 2 and 10 <= len(splits_allowed(view)) <= 1000:
                found += 1
                yield view


@pytest.mark.parametrize("view", list(small_views()), ids=lambda view: f"{view.setup.seats}-seats")
def test_worlds_of_the_twin_are_uniform(view: View) -> None:
    outcomes = splits_allowed(view)
    others = [seat for seat in range(view.setup.seats) if seat != view.seat]
    drawn = twin.worlds(view, random.Random(9), 20 * len(outcomes))
    counts = Counter(tuple(world.hand(seat) for seat in others) for world in drawn)
    assert is_uniform(counts, outcomes)


def test_sealed_bids_may_be_any_number() -> None:
    game = Ascenseur.of("ascenseur-32", 3, {"bidding": "simultaneous"})
    state = game.deal(random.Random(1), cards=3)
    state = state.play(1, game.parse_move("bid 2")).play(2, game.parse_move("bid 0"))
    drawn = twin.worlds(state.view(0), random.Random(2), 4000)
    assert is_uniform(
        Counter(world.bids[1:] for world in drawn), [(a, b) for a in range(4) for b in range(4)]
    )


def best_points(state: State) -> tuple[int, ...]:
    """What the last tricks come to if each plays for its own points, by trying everything."""
    if state.points is not None:
        return state.points
    (seat,) = state.to_act
    return max(
        (best_points(state.play(seat, move)) for move in state.legal_moves(seat)),
        key=lambda points: points[seat],
    )


@pytest.mark.parametrize("seats", [3, 4])
def test_the_solver_finds_what_each_seat_can_get(seats: int) -> None:
    """One seat's best may leave others different points, so only unique solutions are compared."""
    rng = random.Random(seats)
    game = Ascenseur.of("ascenseur-32", seats, {})
    compared = 0
    for _ in range(60):
        path = walk(game.deal(rng, cards=3), rng)
        state = cast("State", next(each for each in path if not each.bidding))  # type: ignore[attr-defined]
        if _unique(state):
            assert twin.solve(state) == best_points(state)
            compared += 1
    assert compared > 10


def _unique(state: State) -> bool:
    """Whether no seat ever has two best moves that leave others different points."""
    if state.points is not None:
        return True
    (seat,) = state.to_act
    after = [state.play(seat, move) for move in state.legal_moves(seat)]
    results = [best_points(each) for each in after]
    best = max(points[seat] for points in results)
    return all(map(_unique, after)) and len({p for p in results if p[seat] == best}) == 1


def test_the_same_seed_and_budget_give_the_same_move_and_judgement() -> None:
    state = Ascenseur.of("ascenseur-52", 4, {}).deal(random.Random(3), cards=5)
    view = state.view(1)
    first, again = (twin.assess(view, random.Random(4), playouts=3000) for _ in range(2))
    assert first == again
    assert [judged.move for judged in first] == list(view.legal_moves())
    assert all(judged.worlds > 0 for judged in first)
