"""How many cards each deal has: up to the peak, over it, and down again (rules S9 to S12)."""

from __future__ import annotations

from itertools import groupby
from typing import Literal

Shape = Literal["up-down", "down-up", "up", "down"]


def climb(shape: Shape, peak: int, repeats: int) -> tuple[int, ...]:
    """The hand sizes of a match: `climb("up-down", 3, 1) == (1, 2, 3, 2, 1)`."""
    rising = tuple(range(1, peak))
    falling = rising[::-1]
    top = (peak,) * repeats
    match shape:
        case "up-down":
            return rising + top + falling
        case "down-up":
            return top + falling + rising[1:] + top if peak > 1 else top
        case "up":
            return rising + top
        case _:
            return top + falling


def longest_run(schedule: tuple[int, ...], size: int) -> int:
    """How many deals in a row, at most, have hands of this size."""
    return max(len(tuple(run)) for cards, run in groupby(schedule) if cards == size)
