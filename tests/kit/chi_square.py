"""Whether frequencies could have come from a uniform draw: Pearson's chi-square.

Tests draw with fixed seeds, so a verdict never changes from run to run. The odds of a false alarm
matter only when a seed or the sampler changes; they are one in a hundred thousand.
"""

from collections import Counter
from collections.abc import Collection, Hashable
from math import sqrt
from statistics import NormalDist
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def critical_value(degrees: int, odds: float = 1e-5) -> float:
    """What chi-square exceeds with these odds, by Wilson and Hilferty."""
    spread = 2 / (9 * degrees)
    cube_root = 1 - spread + NormalDist().inv_cdf(1 - odds) * sqrt(spread)
    return degrees * cube_root**3


def chi_square(counts: Counter[T], outcomes: Collection[T]) -> float:
    """The distance of these counts from all outcomes being equally frequent."""
    expected = counts.total() / len(outcomes)
    return sum((counts[outcome] - expected) ** 2 / expected for outcome in outcomes)


def is_uniform(counts: Counter[T], outcomes: Collection[T], odds: float = 1e-5) -> bool:
    """Whether only these outcomes came, and about equally often."""
    assert counts.total() >= 5 * len(outcomes), "too few draws to tell"
    if not set(counts) <= set(outcomes):
        return False
    return chi_square(counts, outcomes) < critical_value(len(outcomes) - 1, odds)
