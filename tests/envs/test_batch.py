"""`funicular.envs.Batch`: many tables stepped at once, by the rules."""

from __future__ import annotations

import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import funicular
from funicular import BadDeal, BadOptions, IllegalMove
from funicular.native import COMPILED
from tests.kit import VARIANTS, Variant

if not COMPILED:
    pytest.skip("the kernels are not compiled", allow_module_level=True)

from funicular.envs import Batch
from tests.envs.same_as_python import compare

on_every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)
ASCENSEUR = funicular.game("ascenseur-52", seats=4)


def any_moves(batch: Batch, rng: random.Random) -> list[int]:
    """A legal move for every table."""
    return [
        int(batch.legal[rng.randrange(first, last)])
        for first, last in pairwise(batch.offsets.tolist())
    ]


def whole(batch: Batch) -> bytes:
    """Everything that a batch tells, as bytes."""
    arrays = [batch.obs, batch.to_act, batch.mask, batch.reward, batch.done, batch.void]
    return b"".join(array.tobytes() for array in (*arrays, batch.legal, batch.offsets))


@on_every_variant
def test_a_batch_plays_as_python_does(variant: Variant) -> None:
    """A million deals: python -m tests.envs."""
    compare(variant, 100, seed=1)


@on_every_variant
def test_the_same_seed_gives_the_same_bytes_whatever_the_threads(variant: Variant) -> None:
    batches = [Batch(variant.game, tables=50, seed=3, threads=n) for n in (1, 2, 3, 64)]
    rng = random.Random(4)
    for _ in range(60):
        assert len({whole(batch) for batch in batches}) == 1
        moves = any_moves(batches[0], rng)
        for batch in batches:
            batch.step(moves)
    assert whole(batches[0].reset()) == whole(Batch(variant.game, tables=50, seed=3))
    assert whole(batches[1].reset(5)) == whole(Batch(variant.game, tables=50, seed=5))
    assert whole(batches[0]) != whole(batches[1])


@on_every_variant
def test_a_move_that_is_not_legal_names_its_row_and_changes_nothing(variant: Variant) -> None:
    batch, rng = Batch(variant.game, tables=20, seed=8, threads=2), random.Random(9)
    for row in range(20):
        moves = any_moves(batch, rng)
        before, state = whole(batch), batch.state(row)
        legal = set(batch.legal[batch.offsets[row] : batch.offsets[row + 1]].tolist())
        wrong = rng.choice([n for n in range(variant.game.actions.n) if n not in legal])
        for spoilt in (wrong, -1, variant.game.actions.n, 2**40):
            with pytest.raises(IllegalMove, match=f"Row {row}: move {spoilt} cannot be made"):
                batch.step([*moves[:row], spoilt, *moves[row + 1 :]])
        assert (whole(batch), batch.state(row)) == (before, state)
        batch.step(moves)


def test_the_rule_that_forbids_a_move_is_named() -> None:
    batch = Batch(ASCENSEUR, tables=2, cards=3)
    with pytest.raises(IllegalMove, match=r"0.* to 3") as caught:
        batch.step([0, 4])
    assert caught.value.rule == "S17"


NO_ACTIONS: list[Any] = [[0, 0], [0, 0, 0, 0], [[0], [0], [0]], [0.0, 0.0, 0.0], [True] * 3]
NO_ACTIONS += [["0"] * 3, [2**70] * 3, None, 0, [0, [1], 2], object()]


@pytest.mark.parametrize("actions", NO_ACTIONS)
def test_what_are_no_actions_is_refused(actions: Any) -> None:  # noqa: ANN401 - wrong types on purpose
    batch = Batch(ASCENSEUR, tables=3)
    before = whole(batch)
    with pytest.raises(IllegalMove, match="for each of the 3 tables"):
        batch.step(actions)
    assert whole(batch) == before


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "int64", "uint64"])
def test_actions_are_whole_numbers_of_any_width(dtype: str) -> None:
    batch, same = (Batch(ASCENSEUR, tables=6, cards=5) for _ in range(2))
    moves = any_moves(batch, random.Random(1))
    spaced: np.ndarray = np.zeros((6, 2), dtype)
    spaced[:, 0] = moves
    assert whole(batch.step(spaced[:, 0])) == whole(same.step(tuple(moves)))


def states(batch: Batch) -> list[Any]:
    """The deals of all tables."""
    return [batch.state(row) for row in range(batch.tables)]


def test_hand_sizes_are_those_asked_for() -> None:
    assert {state.cards for state in states(Batch(ASCENSEUR, 400, cards=[1, 3, 8]))} == {1, 3, 8}
    assert {state.cards for state in states(Batch(ASCENSEUR, 50, cards=5))} == {5}
    every = {state.cards for state in states(Batch(ASCENSEUR, 2000))}
    assert every == set(ASCENSEUR.schedule)


def test_dealers_are_drawn_too() -> None:
    assert {state.dealer for state in states(Batch(ASCENSEUR, 100, cards=2))} == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("given", "error", "sentence"),
    [
        ({"tables": 0}, BadOptions, "The number of tables is a whole number from 1"),
        ({"tables": 2.0}, BadOptions, "The number of tables"),
        ({"tables": 10**9}, BadOptions, "The number of tables"),
        ({"threads": 0}, BadOptions, "The number of threads"),
        ({"threads": True}, BadOptions, "The number of threads"),
        ({"seed": -1}, BadOptions, "A seed is a whole number"),
        ({"seed": 2**64}, BadOptions, "A seed is a whole number"),
        ({"seed": "7"}, BadOptions, "A seed is a whole number"),
        ({"cards": 0}, BadDeal, "hand"),
        ({"cards": 14}, BadDeal, "hand"),
        ({"cards": [3, 14]}, BadDeal, "hand"),
        ({"cards": []}, BadOptions, "Hand sizes are a whole number or several"),
        ({"cards": 2.5}, BadOptions, "Hand sizes are a whole number or several"),
        ({"cards": "35"}, BadOptions, "Hand sizes are a whole number or several"),
        ({"cards": [3] * 1001}, BadOptions, "Hand sizes are a whole number or several"),
    ],
)
def test_bad_arguments_get_a_sentence(
    given: dict[str, Any], error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        Batch(ASCENSEUR, **given)


def test_a_game_without_a_choice_of_hands_refuses_it() -> None:
    with pytest.raises(BadOptions, match="no choice of hand size"):
        Batch(funicular.game("dnpup", seats=3), cards=5)


@pytest.mark.parametrize("game", ["auf-ab", None, ASCENSEUR.setup])
def test_what_is_no_game_is_refused(game: object) -> None:
    with pytest.raises(BadOptions, match="give it a game"):
        Batch(game)  # type: ignore[arg-type]


@pytest.mark.parametrize("row", [-1, 3, None, 1.0, "0", True])
def test_a_table_that_is_not_there_is_refused(row: object) -> None:
    batch = Batch(ASCENSEUR, tables=3)
    for asked in (batch.state, batch.view):
        with pytest.raises(BadOptions, match="There is no table"):
            asked(row)  # type: ignore[arg-type]
    assert batch.state(np.int64(2)) == batch.state(2)


def test_arrays_stay_the_batchs_own() -> None:
    batch = Batch(ASCENSEUR, tables=3, cards=1)
    arrays = [batch.to_act, batch.reward, batch.done, batch.void, batch.mask, batch.obs]
    batch.step(any_moves(batch, random.Random(2)))
    now = [batch.to_act, batch.reward, batch.done, batch.void, batch.mask, batch.obs]
    assert all(old is new for old, new in zip(arrays, now, strict=True))
    assert repr(batch) == "<Batch of 3 tables: <Game ascenseur-52 for 4>>"


def test_threads_of_python_may_step_batches_side_by_side() -> None:
    def played(seed: int) -> bytes:
        batch, rng = Batch(ASCENSEUR, tables=64, seed=seed, threads=2), random.Random(seed)
        for _ in range(100):
            batch.step(any_moves(batch, rng))
        return whole(batch)

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(played, range(4))) == [played(seed) for seed in range(4)]


FORKED = """
import os, funicular
from funicular.envs import Batch
batch = Batch(funicular.game("ascenseur-52", seats=4), tables=40, threads=3)
first = batch.legal[batch.offsets[:-1]]
child = os.fork()
batch.step(first)
result = batch.obs.sum() + 1
if child == 0:
    os._exit(int(result) % 250)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == int(result) % 250
"""


def test_a_batch_goes_on_in_a_forked_process() -> None:
    """The threads of a pool are not there after a fork."""
    subprocess.run([sys.executable, "-c", FORKED], check=True, timeout=60)


def test_without_kernels_or_numpy_a_sentence_says_so() -> None:
    pure = "import os; os.environ['FUNICULAR_PURE'] = '1'; import funicular, funicular.envs; "
    make = "funicular.envs.Batch(funicular.game('auf-ab', seats=3))"
    missing = "import sys; sys.modules['numpy'] = None; import funicular; import funicular.envs"
    for program, sentence in ((pure + make, "compiled kernels"), (missing, "funicular[envs]")):
        ran = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=False
        )
        assert ran.returncode == 1
        assert sentence in ran.stderr.splitlines()[-1]
