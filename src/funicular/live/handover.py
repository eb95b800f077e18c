"""Which tables a server sends home: those that came while a server was missing that is back.

A proxy leads all sockets of a table to one server, and while that one is away, to another. When it
is back nothing leads them home again: after a rolling restart one server has them all, and keeps
them. So a server remembers of each table how many servers there were when its people came. Once
there are more, their sockets are closed, a few tables at a time, and the proxy leads them to
where it would lead them now, which may be here again.

What comes back here has come with all servers there, so a server that returns moves each table
once at most, whatever the proxy does. One that comes and goes all the time moves none.
"""

from __future__ import annotations

from collections.abc import Iterable

from funicular.store.leases import BEAT_SECONDS, LEASE_SECONDS

# A server counts once it has lived for this long: before, a proxy may find it too slow.
SETTLED_SECONDS = 10.0
# People of a server that has died come before its death is noticed.
UNNOTICED_SECONDS = LEASE_SECONDS + 2 * BEAT_SECONDS
# At a time (each heartbeat): one in so many of those that are to go, and no fewer than these.
PART, FEWEST = 6, 4


class _Stay:
    """A table since its people came here: when, and with how many servers there."""

    __slots__ = ("came", "servers")

    def __init__(self, came: float, servers: int) -> None:
        self.came = came
        self.servers = servers


class Handover:
    """What one server remembers of the tables at which people are connected to it."""

    def __init__(self) -> None:
        """Begin with no table."""
        self._stays: dict[str, _Stay] = {}
        # Since when each of the other servers is there; None before the first look.
        self._since: dict[str, float] | None = None

    def look(self, tables: Iterable[str], others: frozenset[str], now: float) -> list[str]:
        """Note where people are and which other servers live; the tables that are to go now."""
        # Those that were there before us count as settled.
        first = now - SETTLED_SECONDS if self._since is None else now
        since = self._since or {}
        self._since = {other: since.get(other, first) for other in others}
        servers = 1 + sum(now - since >= SETTLED_SECONDS for since in self._since.values())
        stays = {table: self._stays.get(table) or _Stay(now, servers) for table in tables}
        self._stays = stays
        for stay in stays.values():
            if now - stay.came <= UNNOTICED_SECONDS:
                stay.servers = min(stay.servers, servers)
        strays = [table for table, stay in stays.items() if stay.servers < servers]
        going = strays[: max(FEWEST, len(strays) // PART)]
        for table in going:
            # Should it come back before the next look, it is at home here.
            stays[table] = _Stay(now - UNNOTICED_SECONDS - 1, servers)
        return going
