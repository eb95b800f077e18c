"""Which days the servers of a store have lived through, noted in the store itself.

A table that nobody comes to is closed after a number of days, and a closed one shows its seed: that
must not happen because a machine's clock is wrong. So a day counts only if a server ran on it. One
wrong reading of the clock, however far ahead and even if the server is started with it, adds one
day and no more.
"""

from __future__ import annotations

import time

from funicular.store.logs import Log

DAY = 86_400.0
# Servers that are often off get older tables closed later; beyond this we do not look.
LOOK_BACK = 4


class Days:
    """The days that are noted in a store."""

    def __init__(self, log: Log) -> None:
        """Take the store; nothing is known yet."""
        self._log = log
        self._known: dict[str, bool] = {}

    async def note(self, now: float) -> None:
        """A server runs on this day."""
        name = _name(now)
        if not self._known.get(name):
            await self._log.keep_record(name, b"")
            self._known[name] = True

    async def before(self, now: float, days: float) -> float | None:
        """The time that lies this number of days back; None if too few days have been noted."""
        wanted = max(1, int(days))
        noted = 0
        for back in range(LOOK_BACK * wanted + 1):
            noted += await self._is_noted(_name(now - back * DAY))
            if noted == wanted:
                return now - max(days, back) * DAY
        return None

    async def _is_noted(self, name: str) -> bool:
        if name not in self._known:
            self._known[name] = await self._log.record(name) is not None
        return self._known[name]


def _name(at: float) -> str:
    """The name that a day is noted under. No replay has such a name, and no table such an id."""
    return time.strftime("day %Y-%m-%d", time.gmtime(at))
