"""How figures are written: the same in every language, so that runs can be compared."""

from __future__ import annotations

from math import isfinite

from funicular.arena.interval import Interval

NOTHING = "–"
# An interval smaller than this is none: the figure is the same in every draw.
EXACT = 1e-9


def points(interval: Interval) -> str:
    """`1.24 [1.10, 1.38]`."""
    return _with_ends(interval, ".2f")


def ahead(interval: Interval) -> str:
    """`+1.24 [+1.10, +1.38]`."""
    return _with_ends(interval, "+.2f")


def share(interval: Interval) -> str:
    """`43% [41%, 45%]`; finer where whole percents would show no interval."""
    fine = interval.bounded and EXACT < interval.high - interval.low < 0.015
    return _with_ends(interval, ".1%" if fine else ".0%")


def _with_ends(interval: Interval, form: str) -> str:
    if not interval.known:
        return NOTHING
    if not interval.bounded or interval.high - interval.low < EXACT:
        return f"{interval.value:{form}}"
    return f"{interval.value:{form}} [{interval.low:{form}}, {interval.high:{form}}]"


def seconds(spent: float) -> str:
    """A thinking time, to two figures that count: `0.034 ms`, `12 ms`, `1.2 s`."""
    if not isfinite(spent):
        return NOTHING
    if spent >= 0.9995:
        return f"{spent:.1f} s"
    milliseconds = 1000 * spent
    for least, form in ((10, ".0f"), (1, ".1f"), (0.1, ".2f")):
        if milliseconds >= least:
            return f"{milliseconds:{form}} ms"
    return f"{milliseconds:.3f} ms"


def count(number: float) -> str:
    """A whole number, where it is known."""
    return f"{number:.0f}" if isfinite(number) else NOTHING
