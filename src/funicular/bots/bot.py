"""A bot: something that looks at a view and chooses a move. It never sees anything else."""

from __future__ import annotations

import random
from typing import Protocol, runtime_checkable

from funicular.core.game import Move, View


@runtime_checkable
class Bot(Protocol):
    """A player made of code. The same view and the same random numbers give the same move."""

    @property
    def name(self) -> str:
        """The level by which people know it."""

    def choose(self, view: View, rng: random.Random) -> Move:
        """One of `view.legal_moves()`; the view is of a seat whose turn it is."""
