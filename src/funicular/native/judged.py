"""A move as a search judged it, and what a kernel's search returns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

M = TypeVar("M")


class Judged(Struct, Generic[M], frozen=True):
    """A legal move, what it is worth in points, and in how many worlds it was tried."""

    move: M
    value: float
    worlds: int


# Every move as its number, with its value and the worlds it was tried in; which of them is best;
# how many playouts it took.
Assessment = tuple[Sequence[tuple[int, float, int]], int, int]


def best_move(assessment: Assessment, move_of: Callable[[int], M]) -> M:
    """The move that the search thinks best; `move_of` is the move of a number."""
    judged, best, _ = assessment
    return move_of(judged[best][0])


def judged_moves(assessment: Assessment, move_of: Callable[[int], M]) -> tuple[Judged[M], ...]:
    """Every legal move with what the search thinks of it."""
    return tuple(Judged(move_of(code), value, worlds) for code, value, worlds in assessment[0])
