"""The leases of a file: a single server has them all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from funicular.store.log import Fence


class SingleServer:
    """The `Leases` of a store that only one server can have: every lease is its own."""

    shared = False

    async def beat(self) -> frozenset[str]:
        """None: there is no other server, and none looks for a heartbeat."""
        return frozenset()

    async def lease(self, tables: Sequence[str]) -> dict[str, Fence | None]:
        """All of them."""
        return dict.fromkeys(tables)

    async def release(self, tables: Sequence[str]) -> None:
        """Do nothing: no other server waits for them."""

    async def here(self, connected: Mapping[str, bytes]) -> None:
        """Do nothing: no other server asks."""

    async def elsewhere(self, tables: Sequence[str]) -> dict[str, tuple[bytes, ...]]:
        """Nothing: there is no other server."""
        del tables
        return {}

    async def retire(self) -> None:
        """Do nothing: no other server takes over."""
