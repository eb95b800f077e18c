"""How many cards each deal has: up to the peak, over it, and down again (rules S9 to S12)."""

from __future__ import annotations

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
