"""Counting the ways to deal hidden cards to hands that are void in some suits.

Suits do not matter here, only which of the waiting hands may hold a card. Cards alike in that make
a *crowd*: `(True, False)` may go to the first hand but not to the second. Serving the hands one by
one, the ways to fill the later ones depend only on how many cards each crowd has left, so few
numbers describe a position and the counting is short even with seventeen cards a hand.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate
from math import comb

from msgspec import Struct

# Which of the waiting hands, in order, may hold the cards of this crowd.
Crowd = tuple[bool, ...]
Crowds = tuple[tuple[Crowd, int], ...]
# How many cards the first hand gets from each crowd.
Share = tuple[tuple[Crowd, int], ...]


class Shares(Struct, frozen=True):
    """The shares that the first hand may get; `bounds` are running totals of the ways of each."""

    shares: tuple[Share, ...]
    bounds: tuple[int, ...]


def allot(crowds: Crowds, rooms: tuple[int, ...], rng: random.Random) -> Share:
    """Choose the first hand's share, each as likely as the number of deals it leaves.

    `rooms` says how many cards each waiting hand gets. Cards left over at the end may lie anyhow.
    """
    choices = shares_of_first(crowds, rooms)
    return choices.shares[bisect_right(choices.bounds, rng.randrange(choices.bounds[-1]))]


@lru_cache(maxsize=1 << 14)  # Many worlds are drawn from one view: its counting is done once.
def shares_of_first(crowds: Crowds, rooms: tuple[int, ...]) -> Shares:
    """Every share of the first hand, with the number of ways to deal it and all later hands."""
    shares: list[Share] = []
    ways: list[int] = []
    for share in _shares(tuple(crowd for crowd in crowds if crowd[0][0]), rooms[0]):
        number = ways_to_fill(_without(crowds, dict(share)), rooms[1:])
        sizes = dict(crowds)
        for crowd, taken in share:
            number *= comb(sizes[crowd], taken)
        if number:
            shares.append(share)
            ways.append(number)
    return Shares(tuple(shares), tuple(accumulate(ways)))


@lru_cache(maxsize=1 << 16)
def ways_to_fill(crowds: Crowds, rooms: tuple[int, ...]) -> int:
    """In how many ways the waiting hands can be dealt from these crowds."""
    if not rooms:
        return 1
    if len(rooms) == 1:
        return comb(sum(size for (may_hold,), size in crowds if may_hold), rooms[0])
    bounds = shares_of_first(crowds, rooms).bounds
    return bounds[-1] if bounds else 0


def _without(crowds: Crowds, taken: dict[Crowd, int]) -> Crowds:
    """The crowds after the first hand has its share: it no longer tells them apart."""
    left: dict[Crowd, int] = {}
    for crowd, size in crowds:
        left[crowd[1:]] = left.get(crowd[1:], 0) + size - taken.get(crowd, 0)
    return tuple(sorted(left.items()))


def _shares(crowds: Crowds, room: int) -> list[Share]:
    """Every way to take `room` cards from these crowds."""
    if not crowds:
        return [()] if room == 0 else []
    (crowd, size), rest = crowds[0], crowds[1:]
    return [
        ((crowd, number), *share)
        for number in range(min(room, size) + 1)
        for share in _shares(rest, room - number)
    ]
