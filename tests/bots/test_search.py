"""The search in pure Python: the same worlds for all, drawn from the view, within its budget.

It is asked directly here, so that these tests hold where the kernels are compiled too.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator

import pytest

import funicular
from funicular.bots import search
from funicular.bots.successive_elimination import LEAST_WORLDS, Race
from funicular.core.game import Move, State
from funicular.games.registry import SEATS

PURE = """
import random, funicular
from funicular.bots import search
from funicular.bots.engine import ENGINES
assert not funicular.COMPILED
assert all(each.engine is search for each in ENGINES.values())
for name in funicular.GAMES:
    game = funicular.game(name, seats=3)
    state = game.deal(random.Random(2), cards=3 if game.schedule else None)
    seat = state.to_act[0]
    print(funicular.bot("strong@20").choose(state.view(seat), random.Random(3)))
"""

# All but six spades.
REMOVED = " ".join(
    rank + suit
    for suit in "CDHS"
    for rank in "23456789TJQKA"
    if rank + suit not in "2S 3S 4S QS KS AS"
)


def choose(state: State, playouts: int, seed: int = 0) -> Move:
    view = state.view(state.to_act[0])
    return search.choose(view, random.Random(seed), playouts=playouts, seconds=None)


def played(state: State, *moves: str) -> State:
    """The state after these moves, each by whoever is to act."""
    game = funicular.game_of(state.setup)
    for move in moves:
        state = state.play(state.to_act[0], game.parse_move(move))
    return state


def half_way(name: str, seed: int) -> Iterator[State]:
    """A decision or two from the middle of a deal, where playouts are short."""
    rng = random.Random(f"{name} {seed}")
    game = funicular.game(name, seats=SEATS[name][0])
    path = [game.deal(rng, cards=4) if game.schedule else game.deal(rng)]
    while path[-1].to_act:
        seat = path[-1].to_act[0]
        path.append(path[-1].play(seat, funicular.bot("casual").choose(path[-1].view(seat), rng)))
    open_ones = [state for state in path[:-1] if len(state.legal_moves(state.to_act[0])) > 1]
    yield open_ones[len(open_ones) // 2]
    yield open_ones[-1]


@pytest.mark.parametrize("name", funicular.GAMES)
def test_the_same_seed_and_playouts_give_the_same_legal_move(name: str) -> None:
    for state in half_way(name, 1):
        move = choose(state, 16)
        assert move in state.legal_moves(state.to_act[0])
        assert choose(state, 16) == move


@pytest.mark.parametrize("name", funicular.GAMES)
def test_hidden_cards_dealt_another_way_give_the_same_move(name: str) -> None:
    for state in half_way(name, 2):
        other = funicular.worlds(state.view(state.to_act[0]), random.Random(5))
        assert choose(other, 16) == choose(state, 16)


@pytest.mark.parametrize("name", funicular.GAMES)
def test_time_that_is_up_at_once_leaves_the_policy(name: str) -> None:
    for state in half_way(name, 3):
        view = state.view(state.to_act[0])
        judged = funicular.bot("casual").choose(view, random.Random(1))
        assert search.choose(view, random.Random(1), playouts=None, seconds=0.0) == judged


def test_without_kernels_strong_is_this_search() -> None:
    environment = os.environ | {"FUNICULAR_PURE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", PURE], env=environment, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    for name, text in zip(funicular.GAMES, done.stdout.splitlines(), strict=True):
        game = funicular.game(name, seats=3)
        state = game.deal(random.Random(2), cards=3 if game.schedule else None)
        seat = state.to_act[0]
        chosen = search.choose(state.view(seat), random.Random(3), playouts=20, seconds=None)
        assert text == str(chosen)


def test_a_budget_of_playouts_is_never_exceeded(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = []
    value = search.Trial.value

    def count(trial: search.Trial, state: State, move: Move, luck: int) -> float:
        counted.append(move)
        return value(trial, state, move, luck)

    monkeypatch.setattr(search.Trial, "value", count)
    for budget in (1, 5, 17, 40):
        counted.clear()
        choose(next(half_way("ascenseur-32", 4)), budget)
        assert len(counted) <= budget


def test_sees_what_the_policy_of_single_cards_does_not() -> None:
    """Led low, the suit brings the ace out before the king is needed."""
    game = funicular.game("ascenseur-52", seats=3, removed=REMOVED)
    state: State = game.start(["KS 2S", "AS 3S", "4S QS"], dealer=2, upcard=None)
    state = played(state, "bid 1", "bid 1", "bid 1")
    view = state.view(0)
    assert str(funicular.bot("casual").choose(view, random.Random(1))) == "play KS"
    assert str(search.choose(view, random.Random(1), playouts=200, seconds=None)) == "play 2S"


def values(*means: float, worlds: int, seed: int = 1) -> list[list[float]]:
    """What candidates come to in so many worlds, some of them kinder to all than others."""
    rng = random.Random(seed)
    return [
        [mean + world + rng.gauss(0, 0.1) for mean in means]
        for world in (rng.gauss(0, 10) for _ in range(worlds))
    ]


def run(race: Race, worlds: list[list[float]]) -> None:
    for world in worlds:
        race.add_world([world[candidate] for candidate in race.running])


def test_a_race_is_won_by_small_differences_within_worlds() -> None:
    race = Race(3)
    run(race, values(0.0, 0.5, 0.2, worlds=LEAST_WORLDS))
    assert race.running == [1]
    assert race.decided
    assert race.best() == 1


def test_the_favourite_stays_while_nobody_is_clearly_better() -> None:
    race = Race(2)
    race.add_world([0.0, 1.0])
    assert race.best() == 0
    race.add_world([1.0, 0.1])
    assert race.best() == 0
    assert not race.decided


def test_a_race_among_equals_is_over_soon() -> None:
    race = Race(2)
    run(race, [[2.0, 2.0]] * LEAST_WORLDS)
    assert race.decided
    assert race.best() == 0
