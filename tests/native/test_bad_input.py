"""Nothing that is given to the compiled kernels ends the process or comes back as nonsense.

Every function of the three modules is called with arguments in and out of range, in a process of
its own (`kernel_process`), which dies in place of the tests. A call is answered rightly or refused
by an error of the family; arguments of other types are a TypeError. FUNICULAR_SANITIZED names a
folder of modules that were built with the sanitizers (`make sanitize`); FUNICULAR_CALLS says how
many calls a module gets.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from importlib import import_module
from inspect import isfunction
from typing import Any

import pytest
from hypothesis import given, settings

from funicular.native import COMPILED

if not COMPILED:
    pytest.skip("the kernels are not compiled", allow_module_level=True)

from funicular.native import _ascenseur, _auf_ab, _dnpup
from tests.native.facade_calls import FACADE_CALLS, facade_tries
from tests.native.kernel_calls import (
    CALLS_A_PLACE,
    CONSTANTS,
    KERNEL_CALLS,
    MADE_BY_OTHERS,
    NATIVE,
    Place,
    Tried,
    tries,
)
from tests.native.kernel_process import Call, Outcome, Worker

SANITIZED = os.environ.get("FUNICULAR_SANITIZED")
SOAKING = os.environ.get("FUNICULAR_SOAK") == "1"
CALLS = int(os.environ.get("FUNICULAR_CALLS", "20000" if SOAKING else "600"))
# It must be the caller's turn for these.
OWN_TURN = {"assess", "assess_at_random", "assess_knowing", "casual", "evaluate", "judge", "worths"}
TURN_OF_ANYBODY = {("_auf_ab", "assess_knowing")}


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    worker = Worker(SANITIZED)
    yield worker
    worker.close()


def public_names(module: Any) -> set[str]:  # noqa: ANN401 - a compiled module
    return {name for name in vars(module) if not name.startswith("_")}


@pytest.mark.parametrize("module", [_ascenseur, _auf_ab, _dnpup])
def test_every_function_of_the_kernels_has_its_bad_calls(module: Any) -> None:  # noqa: ANN401
    name = module.__name__.rpartition(".")[2]
    assert public_names(module) - CONSTANTS == set(KERNEL_CALLS[name])


def test_what_only_the_kernels_make_cannot_be_made(worker: Worker) -> None:
    for module in KERNEL_CALLS:
        for name in MADE_BY_OTHERS & set(KERNEL_CALLS[module]):
            assert worker.make(Call(f"{NATIVE}{module}", name)).kind == "type"


@pytest.mark.parametrize("kernel", KERNEL_CALLS)
def test_bad_calls_are_refused_and_good_ones_answered(kernel: str, worker: Worker) -> None:
    @settings(max_examples=CALLS // CALLS_A_PLACE)
    @given(tries(kernel))
    def each(calls: list[Tried]) -> None:
        for tried in calls:
            outcome = worker.make(tried.call)
            problem = problem_with(kernel, tried, outcome)
            assert problem is None, f"{problem}: {tried.call} gave {outcome}"

    before = worker.calls
    each()
    print(f"{kernel}: {worker.calls - before} calls")  # noqa: T201 - for the report of a long run


@pytest.mark.parametrize("facade", FACADE_CALLS)
def test_every_function_of_the_facades_has_its_bad_calls(facade: str) -> None:
    module = import_module(NATIVE + facade)
    functions = {
        name
        for name, value in vars(module).items()
        if isfunction(value) and value.__module__ == module.__name__ and not name.startswith("_")
    }
    assert functions == set(FACADE_CALLS[facade])


@pytest.mark.parametrize("facade", FACADE_CALLS)
def test_what_python_sees_refuses_by_errors_of_the_family(facade: str, worker: Worker) -> None:
    @settings(max_examples=CALLS // CALLS_A_PLACE // 2)
    @given(facade_tries(facade))
    def each(calls: list[Call]) -> None:
        for call in calls:
            outcome = worker.make(call)
            assert outcome.kind in {"value", "refused"}, f"{call} gave {outcome}"
            assert finite(outcome.value), call

    each()


def problem_with(kernel: str, tried: Tried, outcome: Outcome) -> str | None:
    """What is wrong with an answer; None where it is right."""
    name = tried.call.name
    if outcome.kind == "other":
        return "not an error of the family"
    if outcome.kind == "value":
        return None if is_sane(name, outcome.value) else "nonsense"
    if not tried.sound:
        return None
    if outcome.kind == "type":
        return "a sound call has the right types"
    if name in OWN_TURN and not may_move(kernel, name, tried.place):
        return None
    return None if name == "solve" and tried.place.state.bidding else "a sound call is answered"


def may_move(kernel: str, name: str, place: Place) -> bool:
    state = place.state
    if (kernel, name) in TURN_OF_ANYBODY:
        return bool(state.to_act)
    # Ascenseur has no views of spectators: seat 0's is taken.
    return (0 if place.seat is None and kernel == "_ascenseur" else place.seat) in state.to_act


def is_sane(name: str, value: Any) -> bool:  # noqa: ANN401 - what a kernel returns
    """Whether an answer can be right: all are numbers, and the best move is one of the moves."""
    if name.startswith("assess"):
        moves, best, _ = value
        codes = [code for code, _, _ in moves]
        return best < len(moves) and len(set(codes)) == len(codes) and finite(moves)
    if name in {"legal", "worths"}:
        return len(value) == 0 or finite(value)
    return finite(value)


def finite(value: Any) -> bool:  # noqa: ANN401 - what a kernel returns
    if isinstance(value, list | tuple):
        return all(map(finite, value))
    return not isinstance(value, float) or math.isfinite(value)
