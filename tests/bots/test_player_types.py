"""The mixture of players that a seat is taken for, and what is certain whoever they are."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import funicular
from funicular.bots.evaluation import evaluate
from funicular.bots.habits import Habits, habits
from funicular.bots.player_types import PRIOR, PolicyChances, TypeProducts
from funicular.bots.python_evaluation import Playout, measure
from funicular.bots.registry import BOTS
from funicular.core.errors import BadOptions
from funicular.native.evaluated import MODELS, EvaluationRequest

every_game = pytest.mark.parametrize("name", funicular.GAMES)


def states(name: str, seed: int, level: str = "random") -> Iterator[Any]:
    """The states of a deal in which a seat has a choice."""
    rng = random.Random(f"{name} {seed}")
    game = funicular.game(name, seats=3)
    state: Any = game.deal(rng)
    if game.schedule:
        state = game.deal(rng, dealer=rng.randrange(3), cards=rng.randint(1, 5))
    player = funicular.bot(level)
    while state.to_act:
        seat = state.to_act[0]
        if len(state.legal_moves(seat)) > 1:
            yield state
        state = state.play(seat, player.choose(state.view(seat), rng))
    yield state


def played(name: str, seed: int, level: str = "random") -> Any:  # noqa: ANN401 - of any game
    """A deal that is over."""
    return list(states(name, seed, level))[-1]


def views(name: str, seed: int) -> Iterator[Any]:
    """What the seats see that have a choice."""
    for state in states(name, seed):
        if state.to_act:
            yield state.view(state.to_act[0])


@every_game
def test_each_policy_makes_one_of_the_moves(name: str) -> None:
    for view in list(views(name, 1))[::9]:
        moves = view.legal_moves()
        if len(moves) > 20:
            continue
        each = [BOTS[name].chances(view, move) for move in moves]
        assert sum(chances.blind for chances in each) == pytest.approx(1)
        if any(chances.casual for chances in each):
            # In Auf & Ab a player who can go out does so, and makes no other choice.
            assert sum(chances.beginner for chances in each) == pytest.approx(1)
            assert sum(chances.casual for chances in each) == pytest.approx(1, abs=1e-6)


@every_game
def test_the_chance_of_a_beginners_move_is_how_often_it_is_made(name: str) -> None:
    rng = random.Random(5)
    beginner = BOTS[name].beginner
    for view in list(views(name, 2))[::9]:
        made = Counter(str(beginner(view, rng)) for _ in range(60))
        for move in view.legal_moves():
            if len(view.legal_moves()) > 20:
                break
            chances = BOTS[name].chances(view, move)
            if chances.beginner == chances.casual == 0:
                continue
            assert made[str(move)] / 60 == pytest.approx(chances.beginner, abs=0.3)
            assert (made[str(move)] > 0) == (chances.beginner > 0)


def test_an_odd_choice_tells_of_the_player_and_rules_nothing_out() -> None:
    seat, odd = TypeProducts(PRIOR), PolicyChances(blind=0.1, beginner=0.0, casual=0.0)
    usual = PolicyChances(blind=0.1, beginner=0.0, casual=1.0)
    for _ in range(5):
        seat.observe(usual)
    casual = seat.posterior
    seat.observe(odd)
    assert casual[2] > 0.9
    # `casual` slips once in twenty moves, the careless one every other time.
    assert seat.posterior[3] > casual[3]
    assert sum(seat.posterior) == pytest.approx(1)
    assert seat.log_likelihood > math.log(PRIOR[0] * 0.1**6)


def test_ten_thousand_choices_still_tell_one_player_from_another() -> None:
    seat = TypeProducts(PRIOR)
    for _ in range(10_000):
        seat.observe(PolicyChances(blind=0.02, beginner=0.05, casual=0.0))
    assert seat.log_likelihood < -30_000
    assert seat.posterior[1] > 0.99
    assert sum(seat.posterior) == pytest.approx(1)


@every_game
def test_a_model_that_takes_a_seat_for_blind_learns_nothing_from_its_choices(name: str) -> None:
    view = list(views(name, 3))[-1]
    blind = Habits(((1.0, 0.0, 0.0, 0.0),) * 3)
    # Then it counts how many moves it had, and nothing else.
    found = evaluate(view, random.Random(1), worlds=300, habits=blind)
    uniform = evaluate(view, random.Random(1), worlds=300, model="uniform")
    assert found.model == "mixed"
    assert uniform.model == "uniform"
    assert 1 <= found.effective <= 300
    assert found.of(uniform.best.move).value == pytest.approx(
        uniform.best.value, abs=4 * (uniform.best.stderr + found.best.stderr) + 0.6
    )


@every_game
def test_the_effective_worlds_are_those_that_the_choices_leave(name: str) -> None:
    state = [each for each in states(name, 4, "casual") if each.to_act][-1]
    view = state.view(state.to_act[0])
    worth = [
        evaluate(view, random.Random(1), worlds=200, model=model).effective for model in MODELS
    ]
    assert all(1 <= each <= 200 for each in worth)
    by_python = measure(view, random.Random(1), EvaluationRequest(worlds=10, model="uniform"))
    assert 1 <= by_python.effective <= 10


@every_game
def test_what_is_certain_holds_in_every_world_whatever_legal_moves_follow(name: str) -> None:
    rng = random.Random(6)
    found = 0
    for seed in range(6):
        for view in list(views(name, seed))[-12:]:
            if len(view.legal_moves()) > 20:
                continue
            evaluation = evaluate(view, rng, worlds=2, model="uniform")
            twin = Playout(funicular.worlds(view, rng), view.seat, "points", None)
            for entry in evaluation.moves:
                proved = zip(entry.chances, twin.proved(entry.move), strict=True)
                # A tie shares a win: proved, and neither 0 nor 1.
                certain = {key for key, known in proved if known and entry.chances[key] in (0, 1)}
                assert entry.certain == certain
                if BOTS[name].goal not in certain:
                    continue
                found += 1
                for _ in range(3):
                    end = blindly(funicular.worlds(view, rng).play(view.seat, entry.move), rng)
                    assert BOTS[name].has_goal(end, view.seat) == entry.chances[BOTS[name].goal]
    assert found > 0


def blindly(state: Any, rng: random.Random) -> Any:  # noqa: ANN401 - of any game
    """The end of a deal by legal moves alone."""
    while state.to_act:
        seat = rng.choice(state.to_act)
        state = state.play(seat, rng.choice(state.legal_moves(seat)))
    return state


def test_habits_tell_players_apart() -> None:
    shares = {}
    for level in ("random", "beginner", "casual"):
        deals = [played("ascenseur-52", seed, level) for seed in range(8)]
        shares[level] = habits([deal.view(0) for deal in deals], random.Random(1)).shares
    places = {"random": 0, "beginner": 1, "casual": 2}
    for level, place in places.items():
        assert shares[level][0] == pytest.approx(PRIOR)
        for seat in (1, 2):
            assert sum(shares[level][seat]) == pytest.approx(1)
            others = [shares[other][seat][place] for other in places if other != level]
            assert shares[level][seat][place] > max(others)


def test_habits_are_a_row_for_each_seat() -> None:
    view = next(iter(views("dnpup", 1)))
    with pytest.raises(BadOptions):
        evaluate(view, random.Random(1), worlds=2, habits=Habits((PRIOR,) * 2))
    with pytest.raises(BadOptions):
        Habits(((0.5, 0.5),))
    with pytest.raises(BadOptions):
        Habits(((0.5, 0.5, 0.5, -0.5),))
    with pytest.raises(BadOptions):
        evaluate(view, random.Random(1), model="strong")  # type: ignore[arg-type]
    with pytest.raises(BadOptions):
        evaluate(view, random.Random(1), habits=((0.25,) * 4,) * 3)  # type: ignore[arg-type]
    with pytest.raises(BadOptions):
        habits(["no view"], random.Random(1))  # type: ignore[list-item]
