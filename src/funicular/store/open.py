"""The store at an address: a file, or a database that several servers share."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

from funicular.store.administration import Administration
from funicular.store.challenges import ChallengeStore
from funicular.store.durability import Durability
from funicular.store.inventory import Inventory
from funicular.store.leases import Leases
from funicular.store.log import StoreFailed
from funicular.store.logs import Log
from funicular.store.migrations import Migration
from funicular.store.reviews import ReviewStore
from funicular.store.sqlite import SqliteStore
from funicular.store.sqlite.threads import in_thread
from funicular.store.write_failures import WriteFailureListener, ignore_failures

POSTGRES = ("postgresql://", "postgres://")
SCHEME = re.compile(r"([a-z][a-z0-9+.-]*)://")


class Store(Log, Leases, Administration, ReviewStore, ChallengeStore, Protocol):
    """All that a store does."""

    @property
    def place(self) -> str:
        """Where it is, as it may be shown: without a password."""

    @property
    def migrations_applied(self) -> tuple[Migration, ...]:
        """The migrations that were made when it was opened."""

    def inventory(self) -> AbstractAsyncContextManager[Inventory]:
        """Everything that it has now, while others go on writing."""


async def open_store(  # noqa: PLR0913 - all that a store can be told
    where: str,
    *,
    durability: Durability = "full",
    on_commit: Callable[[int], object] = lambda _: None,
    on_write_failure: WriteFailureListener = ignore_failures,
    serving: bool = True,
    making: bool = True,
    connections: int | None = None,
) -> Store:
    """The store at a path, at `sqlite:PATH` or at `postgresql://…`; `StoreFailed` says why not.

    Its tables are made or brought up to date; a store that is not there is made only if `making`.
    `on_commit` is told the number of appends in a commit; `on_write_failure`, when the store
    begins to refuse writes and when it takes them again. A file has only one server; a tool, which
    is none, passes `serving=False`. `connections` is how many a server wants to a database, which
    must have them for all servers.
    """
    if where.startswith(POSTGRES):
        # Only here: asyncpg is an extra, which a file does not need.
        from funicular.store.postgres import open_postgres  # noqa: PLC0415

        return await open_postgres(
            where,
            durability=durability,
            on_commit=on_commit,
            on_write_failure=on_write_failure,
            making=making,
            connections=connections,
        )
    path = _path(where)
    return await in_thread(
        lambda: SqliteStore(
            path,
            durability=durability,
            on_commit=on_commit,
            on_write_failure=on_write_failure,
            serving=serving,
            making=making,
        )
    )


def _path(where: str) -> Path:
    name = where.removeprefix("sqlite:")
    if name != where:
        name = name.removeprefix("//")
    elif scheme := SCHEME.match(where):
        raise StoreFailed("store.no-kind", kind=scheme[1])
    try:
        return Path(name).expanduser()
    except RuntimeError as error:
        # `~somebody` whom this machine does not know.
        raise StoreFailed("store.no-file", path=name, problem=str(error)) from error
