"""Which engine plays which game: the compiled search where there is one, else pure Python.

Both take a budget, of playouts or of time, and both draw worlds from the view alone. The compiled
ones play far more in the same time, so each game says what is usual for either (`BotSpec`).
"""

from __future__ import annotations

import random
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, TypeVar, cast

from msgspec import Struct

from funicular.bots import search
from funicular.bots.budget import Budget
from funicular.bots.registry import BOTS
from funicular.core.game import Move, State, View
from funicular.games.registry import SPECS
from funicular.native import COMPILED
from funicular.native.evaluated import EvaluationRequest, KernelJudge, Measurement

# A view and a state of the game that the engine plays.
V_contra = TypeVar("V_contra", contravariant=True)
S_contra = TypeVar("S_contra", contravariant=True)


class Engine(Protocol[V_contra, S_contra]):
    """A search: what `native`'s modules and the one in pure Python offer alike."""

    def choose(
        self,
        view: V_contra,
        rng: random.Random,
        *,
        playouts: int | None,
        seconds: float | None,
    ) -> Move:
        """The move it finds best for the seat whose view this is, and whose turn."""

    def choose_knowing(
        self,
        state: S_contra,
        seat: int,
        rng: random.Random,
        *,
        playouts: int | None,
        seconds: float | None,
    ) -> Move:
        """The same for a seat that sees all cards."""


class Evaluator(Protocol[V_contra]):
    """What the kernels offer besides: each has this function under the name `evaluate`."""

    def __call__(
        self, view: V_contra, rng: random.Random, request: EvaluationRequest
    ) -> Measurement[Move]:
        """What every legal move brings."""


class InstalledEngine(Struct, frozen=True):
    """The engine that plays one game in this installation."""

    engine: Engine[View, State]
    compiled: bool
    # Of a compiled one only; pure Python evaluates in `python_evaluation`.
    evaluate: Evaluator[View] | None = None
    judge: KernelJudge | None = None

    def usual(self, game: str, cards: int) -> Budget:
        """What `strong` spends on a decision with this number of cards in its hand."""
        bots = BOTS[game]
        return Budget(
            playouts=bots.compiled_playouts if self.compiled else bots.python_playouts(cards)
        )


def _installed(package: str) -> InstalledEngine:
    if COMPILED and find_spec(f"funicular.native._{package}") is not None:
        kernel = import_module(f"funicular.native.{package}")
        return InstalledEngine(
            cast("Engine[View, State]", kernel),
            compiled=True,
            evaluate=kernel.evaluate,
            judge=import_module(f"funicular.native._{package}").judge,
        )
    return InstalledEngine(search, compiled=False)


ENGINES = {name: _installed(spec.package) for name, spec in SPECS.items()}


def think(view: View, rng: random.Random, budget: Budget | None, factor: int = 1) -> Move:
    """The best move found within the budget, or within `factor` times the usual one."""
    installed = ENGINES[view.setup.name]
    if budget is None:
        budget = installed.usual(view.setup.name, len(view.hand)).times(factor)
    return installed.engine.choose(view, rng, playouts=budget.playouts, seconds=budget.seconds)


def think_knowing(state: State, seat: int, rng: random.Random, budget: Budget | None) -> Move:
    """The same for a seat that sees all cards."""
    installed = ENGINES[state.setup.name]
    if budget is None:
        budget = installed.usual(state.setup.name, len(state.hand(seat)))
    return installed.engine.choose_knowing(
        state, seat, rng, playouts=budget.playouts, seconds=budget.seconds
    )
