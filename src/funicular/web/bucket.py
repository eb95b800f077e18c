"""A bucket of tokens: how many messages somebody may send, in a burst and for long."""

from __future__ import annotations

from time import monotonic

BURST = 60
EACH_SECOND = 30


class Bucket:
    """Full at first; every message takes a token, and they come back steadily."""

    def __init__(self) -> None:
        """Begin full."""
        self._left = float(BURST)
        self._at = monotonic()

    def take(self) -> bool:
        """Take a token; False if there is none."""
        now = monotonic()
        self._left = min(BURST, self._left + (now - self._at) * EACH_SECOND)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
