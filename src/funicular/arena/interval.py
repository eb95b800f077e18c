"""Figures with 95 % intervals, by resampling whole deals (bootstrap), and how many deals it takes.

The units of one deal share its cards, so only deals are independent: it is deals that are drawn
again, with replacement, and every figure is made anew from each draw. Figures of the same deals are
made from the same draws, so that differences and ratios are paired.

Many deals are first gathered into groups, and groups are drawn. Sums over groups of independent
deals are independent too, so the interval means the same, and costs the same for a million deals
as for some hundreds.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, inf, isfinite, nan, sqrt
from operator import itemgetter
from statistics import NormalDist, fmean

from msgspec import Struct

RESAMPLES = 2000
MOST_GROUPS = 250
SURE = 0.95
POWER = 0.8
# Fewer deals say next to nothing about chance.
FEWEST_DEALS = 5

# Picks the members of one draw out of a column of group sums.
Draw = Callable[[Sequence[float]], tuple[float, ...]]


class Interval(Struct, frozen=True):
    """A figure and the interval that holds 95 % of it in resampled deals.

    Where there are too few deals to tell, the ends are not known (nan); where there are none, the
    figure is not either.
    """

    value: float
    low: float
    high: float

    @property
    def known(self) -> bool:
        """Whether there is a figure."""
        return isfinite(self.value)

    @property
    def bounded(self) -> bool:
        """Whether there is an interval round it."""
        return isfinite(self.low) and isfinite(self.high)


UNKNOWN = Interval(nan, nan, nan)


def mean(values: Sequence[float]) -> Interval:
    """The mean over deals."""
    count = len(values)
    return figure((values,), lambda total: _quotient(total, count))


def ratio(above: Sequence[float], below: Sequence[float]) -> Interval:
    """The sum of one column over the sum of another: a share of what may differ from deal to deal.

    >>> ratio([1, 1, 2, 0], [2, 2, 2, 2]).value
    0.5
    """
    return figure((above, below), _quotient)


def share_of_way(bottom: Sequence[float], own: Sequence[float], top: Sequence[float]) -> Interval:
    """How far from the bottom (0) to the top (1) something is, all on the same deals."""
    return figure((bottom, own, top), lambda low, mid, high: _quotient(mid - low, high - low))


def _quotient(above: float, below: float) -> float:
    return above / below if below else nan


def figure(columns: Sequence[Sequence[float]], of: Callable[..., float]) -> Interval:
    """Any figure made of the sums of columns, which have a place for every deal."""
    groups = [_grouped(column) for column in columns]
    value = of(*map(sum, groups))
    if len(columns[0]) < FEWEST_DEALS:
        return Interval(value, nan, nan)
    draws = _draws(len(groups[0]))
    sums = [[sum(draw(group)) for draw in draws] for group in groups]
    found = sorted(filter(isfinite, map(of, *sums)))
    if not found:
        return Interval(value, nan, nan)
    tail = int(len(found) * (1 - SURE) / 2)
    return Interval(value, found[tail], found[-1 - tail])


def _grouped(column: Sequence[float]) -> list[float]:
    if len(column) <= MOST_GROUPS:
        return list(column)
    order = _shuffled(len(column))
    edges = [len(column) * group // MOST_GROUPS for group in range(MOST_GROUPS + 1)]
    return [sum(column[deal] for deal in order[low:high]) for low, high in pairwise(edges)]


@lru_cache(maxsize=4)
def _shuffled(deals: int) -> array[int]:
    """The deals in any order but their own: hand sizes take turns in that."""
    order = array("L", range(deals))
    random.Random(deals).shuffle(order)
    return order


@lru_cache(maxsize=16)
def _draws(groups: int) -> tuple[Draw, ...]:
    """The draws, the same for all figures of this number of groups."""
    rng = random.Random(groups)
    places = range(groups)
    return tuple(itemgetter(*rng.choices(places, k=groups)) for _ in range(RESAMPLES))


def spread(values: Sequence[float]) -> float:
    """The standard deviation from deal to deal; not known (nan) of fewer than two."""
    if len(values) < 2:
        return nan
    middle = fmean(values)
    return sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1))


def deals_needed(difference: float, deviation: float) -> float:
    """How many deals show a true difference of this size, four times out of five.

    That is: the 95 % interval of the mean leaves zero out with a chance of 80 %, where single
    deals have this standard deviation.

    >>> deals_needed(0.5, 2.0)
    126
    """
    if not difference:
        return inf
    normal = NormalDist()
    reach = normal.inv_cdf((1 + SURE) / 2) + normal.inv_cdf(POWER)
    needed = (reach * deviation / difference) ** 2
    return max(FEWEST_DEALS, ceil(needed)) if isfinite(needed) else nan
