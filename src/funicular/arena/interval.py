"""Means with 95 % intervals, by resampling (bootstrap)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from statistics import fmean

from msgspec import Struct

RESAMPLES = 2000


class Interval(Struct, frozen=True):
    """A mean and the interval that holds 95 % of resampled means."""

    mean: float
    low: float
    high: float


def bootstrap(values: Sequence[float], *, seed: int = 0) -> Interval:
    """The mean of independent values, and how far chance alone may have moved it."""
    rng = random.Random(seed)
    means = sorted(fmean(rng.choices(values, k=len(values))) for _ in range(RESAMPLES))
    tail = RESAMPLES // 40
    return Interval(fmean(values), means[tail], means[-1 - tail])
