"""How much may be done in a time: buckets of tokens, one for each kind of thing and each owner.

An owner is a network, a connection, a seat, a table, or all of them together. What is done counts
against a path of owners, the widest first: the /48, the /56 and the /64 of an IPv6 address. A wider
network may do twice as much as the one inside it, so 65,536 networks of one customer are not
65,536 strangers.

A bucket that many owners share could be emptied by one of them for all. So something is left to
owners that have done little: at a table, which has few seats, everything they ask for within the
first quarter of their own bucket; where owners are as many as there are networks, a quarter of the
shared bucket, of which a network gets a hundredth.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Mapping, Sequence
from time import monotonic

from msgspec import Struct

# How much more a network may do than one inside it.
WIDER = 2
# The part of what all share that is left to newcomers, and what one network may have of it.
RESERVED = 1 / 4
OF_RESERVED = 1 / 100

MOST_REMEMBERED = 50_000


class Rate(Struct, frozen=True):
    """How many at once, and how many come back in a second."""

    burst: float
    each_second: float

    def times(self, factor: float) -> Rate:
        """This many times as much; one thing at least."""
        return Rate(max(1.0, self.burst * factor), self.each_second * factor)


class SharedRate(Struct, frozen=True):
    """The rate of all owners together; whether they are too many to spare each that is careful."""

    rate: Rate
    reserves: bool = True


class Bucket:
    """Full at first; everything done takes tokens, and they come back steadily."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate) -> None:
        """Begin full."""
        self._rate = rate
        self._left = float(rate.burst)
        self._at = monotonic()

    def take(self, tokens: float = 1.0) -> float:
        """Take tokens and return 0; if there are too few take none: in how many seconds to ask.

        What costs more than a bucket can hold takes a full one.
        """
        self._refill()
        taken = min(tokens, self._rate.burst)
        if taken > self._left:
            return (taken - self._left) / self._rate.each_second
        self._left -= taken
        return 0.0

    def spend(self, tokens: float) -> bool:
        """Take tokens if there are enough, without asking anybody to wait; whether there were."""
        self._refill()
        if tokens > self._left:
            return False
        self._left -= tokens
        return True

    @property
    def is_low(self) -> bool:
        """Whether more than a quarter of a burst is gone, which a careful client never uses."""
        self._refill()
        return self._left < self._rate.burst * 3 / 4

    def wait(self, tokens: float = 1.0) -> float:
        """In how many seconds there will be this many tokens; 0 if there are already."""
        self._refill()
        missing = min(tokens, self._rate.burst) - self._left
        return max(0.0, missing / self._rate.each_second)

    def _refill(self) -> None:
        now = monotonic()
        rate = self._rate
        self._left = min(rate.burst, self._left + (now - self._at) * rate.each_second)
        self._at = now


class Rates:
    """The buckets of many owners. Of very many the longest unheard are forgotten, and are full."""

    def __init__(
        self,
        each: Mapping[str, Rate],
        shared: Mapping[str, SharedRate] | None = None,
        *,
        most_remembered: int = MOST_REMEMBERED,
    ) -> None:
        """Take the rate of each kind for one owner, and for all together where those share one."""
        self._each = each
        self._shared = shared or {}
        self._most = most_remembered
        self._buckets: OrderedDict[tuple[str, str, Hashable], Bucket] = OrderedDict()

    def __len__(self) -> int:
        """How many buckets are remembered."""
        return len(self._buckets)

    def take(self, kind: str, path: Sequence[Hashable], tokens: float = 1.0) -> float:
        """Take tokens from all on the path and return 0; else none: in how many seconds to ask.

        What all share comes last: an owner that is over its own limit uses up nobody else's.
        """
        own = self.path(kind, path)
        for bucket in own:
            if wait := bucket.wait(tokens):
                return wait
        shared = self._shared.get(kind)
        if shared is not None and (wait := self._take_shared(kind, shared, path, tokens)):
            return wait
        for bucket in own:
            bucket.take(tokens)
        return 0.0

    def path(self, kind: str, path: Sequence[Hashable]) -> list[Bucket]:
        """The buckets of these owners, each of which is inside the one before."""
        rate, last = self._each[kind], len(path) - 1
        return [
            self._bucket("each", kind, owner, rate, WIDER ** (last - place))
            for place, owner in enumerate(path)
        ]

    def _take_shared(
        self, kind: str, shared: SharedRate, path: Sequence[Hashable], tokens: float
    ) -> float:
        """Take from what all share or, once that is used up, from what is left to the careful."""
        most = 1 - RESERVED if shared.reserves else 1
        wait = self._bucket("shared", kind, None, shared.rate, most).take(tokens)
        if wait and not shared.reserves:
            own = self._bucket("each", kind, path[-1], self._each[kind])
            return wait if own.is_low else 0.0
        if wait:
            reserve = self._bucket("reserve", kind, None, shared.rate, RESERVED)
            first = self._bucket("first", kind, path[0], shared.rate, RESERVED * OF_RESERVED)
            if not first.wait(tokens) and not reserve.take(tokens):
                return first.take(tokens)
        return wait

    def _bucket(
        self, use: str, kind: str, owner: Hashable, rate: Rate, factor: float = 1
    ) -> Bucket:
        key = use, kind, owner
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(rate if factor == 1 else rate.times(factor))
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket
