"""Axes: from figures to places in a drawing, with ticks at round numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor, isfinite, log10

from msgspec import Struct

STEPS = (1, 2, 5, 10)


class Axis(Struct, frozen=True):
    """From `low` to `high`, drawn from `start` to `end`."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def place(self, figure: float) -> float:
        """Where a figure is drawn; what lies beyond the ends, at the end."""
        low, high, at = self.low, self.high, figure
        if self.log:
            low, high, at = log10(low), log10(high), log10(figure)
        share = min(1.0, max(0.0, (at - low) / (high - low)))
        return self.start + share * (self.end - self.start)


def spanning(figures: Iterable[float], *, zero: bool = True) -> tuple[float, float]:
    """Round ends that hold all these figures, and zero where differences are shown."""
    known = [figure for figure in figures if isfinite(figure)]
    low, high = min(known, default=0.0), max(known, default=1.0)
    if zero:
        low, high = min(low, 0.0), max(high, 0.0)
    if low == high:
        high = low + 1
    step = _step(high - low, 6)
    return floor(low / step + 1e-9) * step, ceil(high / step - 1e-9) * step


def ticks(axis: Axis, most: int = 6) -> list[float]:
    """Round numbers along an axis: on a logarithmic one, tens, or ones, twos and fives."""
    if axis.log:
        exponents = range(floor(log10(axis.low)) - 1, ceil(log10(axis.high)) + 1)
        tens = [10.0**exponent for exponent in exponents]
        many = [ten * step for ten in tens for step in STEPS[:-1]]
        found = _within(many, axis)
        return found if len(found) <= most else _within(tens, axis)
    step = _step(axis.high - axis.low, most - 1)
    first, last = ceil(axis.low / step - 1e-9), floor(axis.high / step + 1e-9)
    return [number * step for number in range(first, last + 1)]


def _within(figures: Sequence[float], axis: Axis) -> list[float]:
    return [figure for figure in figures if axis.low * 0.999 <= figure <= axis.high * 1.001]


def _step(span: float, most: int) -> float:
    """The smallest round step that goes into the span at most this number of times."""
    rough = span / most
    ten: float = 10.0 ** floor(log10(rough))
    return next(ten * step for step in STEPS if ten * step >= rough * 0.999)
