"""What servers that share a store know of each other.

A server says again and again that it lives; when it no longer does, for `LEASE_SECONDS`, it counts
as dead, and with it all it held: its leases and who is connected to it. Time is the store's own,
so it matters to nobody what a server's clock says.

Of all servers that have a table only the one with its lease lets the bots play and the clock run.
A lease is held with a fence, which an append may name: whoever was thought dead and comes back
writes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from funicular.store.log import Fence

# A server that has not been heard of for so long is dead, and how often it makes itself heard.
LEASE_SECONDS = 6.0
BEAT_SECONDS = 1.5


class Fleet(Protocol):
    """The servers of one store, as one of them sees it. Every call may raise `StoreFailed`."""

    # Whether there can be others at all.
    shared: bool

    async def beat(self) -> None:
        """This server lives."""

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
