"""How likely a hand holds enough of some cards, when each is in it by the same chance."""

from __future__ import annotations

from functools import cache
from math import comb


@cache  # A few thousand questions, asked again and again.
def at_least(wanted: int, cards: int, chance: float) -> float:
    """The chance that `wanted` or more of `cards` cards are there."""
    return sum(
        comb(cards, there) * chance**there * (1 - chance) ** (cards - there)
        for there in range(max(wanted, 0), cards + 1)
    )
