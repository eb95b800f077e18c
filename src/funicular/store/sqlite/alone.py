"""The fleet of a file: one server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from funicular.store.log import Fence


class Alone:
    """The `Fleet` of a store that only one server can have: every lease is its own."""

    shared = False

    async def beat(self) -> None:
        """Nobody asks whether the only server lives."""

    async def lease(self, tables: Sequence[str]) -> dict[str, Fence | None]:
        """All of them."""
        return dict.fromkeys(tables)

    async def release(self, tables: Sequence[str]) -> None:
        """Nobody waits for them."""

    async def here(self, connected: Mapping[str, bytes]) -> None:
        """Nobody asks."""

    async def elsewhere(self, tables: Sequence[str]) -> dict[str, tuple[bytes, ...]]:
        """Nobody: there is no other server."""
        del tables
        return {}

    async def retire(self) -> None:
        """Nobody takes over."""
