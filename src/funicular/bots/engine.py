"""Which search thinks about which game: the compiled one where there is one, else pure Python.

Both take a budget, of playouts or of time, and both draw worlds from the view alone. The compiled
ones play far more in the same time, so what is usual is said for each.
"""

from __future__ import annotations

import random
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, cast

from msgspec import Struct

from funicular.bots import search
from funicular.bots.budget import Budget
from funicular.core.game import Move, State, View
from funicular.native import COMPILED

KERNELS = {
    "auf-ab": "auf_ab",
    "dnpup": "dnpup",
    "ascenseur-52": "ascenseur",
    "ascenseur-32": "ascenseur",
}

# How many playouts `strong` spends on a decision with the compiled kernels: well under a second.
COMPILED_PLAYOUTS = {
    "auf-ab": 3_000,
    "dnpup": 2_000,
    "ascenseur-52": 20_000,
    "ascenseur-32": 20_000,
}


class Mind(Protocol):
    """A search: what `native`'s modules and the one in pure Python offer alike."""

    def choose(
        self,
        view: Any,  # noqa: ANN401 - its own game's
        rng: random.Random,
        *,
        playouts: int | None,
        seconds: float | None,
    ) -> Move:
        """The move it finds best for the seat whose view this is, and whose turn."""

    def choose_knowing(
        self,
        state: Any,  # noqa: ANN401 - its own game's
        seat: int,
        rng: random.Random,
        *,
        playouts: int | None,
        seconds: float | None,
    ) -> Move:
        """The same for a seat that sees all cards."""


class Thought(Struct, frozen=True):
    """How one game is thought about here."""

    mind: Mind
    compiled: bool

    def usual(self, game: str, cards: int) -> Budget:
        """What `strong` spends on a decision with so many cards in its hand."""
        if self.compiled:
            return Budget(playouts=COMPILED_PLAYOUTS[game])
        return Budget(playouts=search.usual_playouts(game, cards))


def _thought(game: str) -> Thought:
    kernel = KERNELS[game]
    if COMPILED and find_spec(f"funicular.native._{kernel}") is not None:
        return Thought(cast("Mind", import_module(f"funicular.native.{kernel}")), compiled=True)
    return Thought(search, compiled=False)


THOUGHTS = {game: _thought(game) for game in KERNELS}


def think(view: View, rng: random.Random, budget: Budget | None, factor: int = 1) -> Move:
    """The best move found within the budget, or within `factor` times the usual one."""
    thought = THOUGHTS[view.setup.name]
    if budget is None:
        budget = thought.usual(view.setup.name, len(view.hand)).times(factor)
    return thought.mind.choose(view, rng, playouts=budget.playouts, seconds=budget.seconds)


def think_knowing(state: State, seat: int, rng: random.Random, budget: Budget | None) -> Move:
    """The same for a seat that sees all cards."""
    thought = THOUGHTS[state.setup.name]
    if budget is None:
        budget = thought.usual(state.setup.name, len(state.hand(seat)))
    return thought.mind.choose_knowing(
        state, seat, rng, playouts=budget.playouts, seconds=budget.seconds
    )
