"""Which of the servers that share a store leads a table, and who is connected to which server.

A server sends a heartbeat again and again. Without one for `LEASE_SECONDS` it counts as dead, and
what it held counts no more: its leases, and the connections it had. Time is the store's own, so
the clocks of the servers do not matter.

Of all servers that have a table open, only the one with its lease lets bots move and clocks run. A
lease comes with a fence, which an append may name: a server that was thought dead and comes back
cannot write with its old one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from funicular.store.log import Fence
from funicular.store.steps import shared

# A server without a heartbeat for this long is dead; and the time from one heartbeat to the next.
LEASE_SECONDS = 6.0
BEAT_SECONDS = 1.5

# What servers that died long ago have left. Nobody sees it any more, but it takes up room.
FORGET_DEAD_SERVERS = shared("""
    WITH dead AS (
        DELETE FROM servers WHERE until < clock_timestamp() - interval '1 hour' RETURNING id
    ), unleased AS (DELETE FROM leases WHERE server IN (SELECT id FROM dead))
    DELETE FROM presence WHERE server IN (SELECT id FROM dead)
""")


class Leases(Protocol):
    """The servers of one store, as one of them sees it. Every call may raise `StoreFailed`."""

    # True if there can be other servers at all.
    shared: bool

    async def beat(self) -> frozenset[str]:
        """Send a heartbeat: this server is alive. The other servers that are, by their ids."""

    async def lease(self, tables: Sequence[str]) -> dict[str, Fence | None]:
        """Take the leases that no living server has, and keep our own; those we hold now.

        None is the fence of a store that only one server can have.
        """

    async def release(self, tables: Sequence[str]) -> None:
        """Give these leases back, and forget who is connected to us at these tables."""

    async def here(self, connected: Mapping[str, bytes]) -> None:
        """Who is connected to this server, by table, in words of the server's own."""

    async def elsewhere(self, tables: Sequence[str]) -> dict[str, tuple[bytes, ...]]:
        """Who is connected to other living servers at these tables, in their words."""

    async def retire(self) -> None:
        """This server ends: others may take over at once."""
