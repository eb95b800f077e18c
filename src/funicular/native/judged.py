"""A move as a search judged it."""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec import Struct

M = TypeVar("M")


class Judged(Struct, Generic[M], frozen=True):
    """A legal move, what it is worth in points, and in how many worlds it was tried."""

    move: M
    value: float
    worlds: int
