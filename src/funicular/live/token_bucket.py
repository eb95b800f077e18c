"""A bucket of tokens: how much somebody may do, in a burst and for long."""

from __future__ import annotations

from time import monotonic

from msgspec import Struct


class Rate(Struct, frozen=True):
    """How many at once, and how many come back in a second."""

    burst: float
    each_second: float


# Messages of one socket.
MESSAGES = Rate(60, 30)


class Bucket:
    """Full at first; everything done takes tokens, and they come back steadily."""

    # Weak references let a bucket live for as long as a connection counts against it.
    __slots__ = ("__weakref__", "_at", "_left", "_rate")

    def __init__(self, rate: Rate = MESSAGES) -> None:
        """Begin full."""
        self._rate = rate
        self._left = float(rate.burst)
        self._at = monotonic()

    def take(self, tokens: float = 1.0) -> float:
        """Take tokens and return 0; if there are too few take none: in how many seconds to ask.

        What costs more than a bucket can hold takes a full one.
        """
        wait = self.wait(tokens)
        if not wait:
            self._left -= min(tokens, self._rate.burst)
        return wait

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
