"""Who was cut off or limited, in the log once an episode, and counted for Prometheus.

An attack is thousands of offences. The first one of an address is written down, with its reason;
the others only keep its episode going. It is over once a minute has passed without any.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from time import monotonic

from prometheus_client import Counter

from funicular.live.logs import log

EPISODE_SECONDS = 60.0
# Of very many the longest unheard are forgotten, and would be written down again.
MOST_REMEMBERED = 10_000


class Episodes:
    """Tells the first offence from those that follow it."""

    def __init__(self, most: int = MOST_REMEMBERED) -> None:
        """Remember nobody."""
        self._most = most
        self._last: OrderedDict[tuple[str, ...], float] = OrderedDict()

    def is_new(self, *key: str) -> bool:
        """Count an offence; whether it is the first of an episode."""
        now = monotonic()
        before = self._last.pop(key, None)
        self._last[key] = now
        if len(self._last) > self._most:
            self._last.popitem(last=False)
        return before is None or now - before > EPISODE_SECONDS


class Cuts:
    """The book of connections that the server has ended at the transport, and of the limited."""

    def __init__(self, counter: Counter | None = None) -> None:
        """Take the counter of cuts by their reason."""
        self._counter = counter
        self._episodes = Episodes()

    def cut(self, reason: str, address: str, *, quiet: bool = False, **about: object) -> None:
        """Count a connection that was cut off; name it in the log unless it was no offence."""
        if self._counter is not None:
            self._counter.labels(reason).inc()
        if not quiet and self._episodes.is_new("offence", address):
            told = {name: value for name, value in about.items() if value is not None}
            log("cut", level=logging.WARNING, address=address, reason=reason, **told)

    def limited(self, limit: str, address: str, **about: object) -> None:
        """Name an address that was asked to wait."""
        if self._episodes.is_new("offence", address):
            log("limited", level=logging.WARNING, address=address, limit=limit, **about)

    def missed(self, code: str, address: str) -> None:
        """Name an address that came with a secret, or asked for a table, that is not right."""
        if self._episodes.is_new("missed", address):
            log("missed", address=address, code=code)
