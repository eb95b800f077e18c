"""A store in PostgreSQL, which any number of servers share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from funicular.store.durability import Durability
from funicular.store.log import StoreFailed
from funicular.store.write_failures import WriteFailureListener, ignore_failures

if TYPE_CHECKING:
    from funicular.store.postgres.store import PostgresStore


# PostgreSQL has 100 by itself: enough for 19 servers.
USUAL_CONNECTIONS = 5


async def open_postgres(  # noqa: PLR0913 - all that a store can be told
    where: str,
    *,
    durability: Durability = "full",
    on_commit: Callable[[int], object] = lambda _: None,
    on_write_failure: WriteFailureListener = ignore_failures,
    making: bool = True,
    connections: int | None = None,
) -> PostgresStore:
    """The store at this address; `StoreFailed` says why it cannot be had."""
    try:
        # Only here: asyncpg is an extra.
        from funicular.store.postgres.database import check_room, open_database  # noqa: PLC0415
        from funicular.store.postgres.store import PostgresStore  # noqa: PLC0415
    except ImportError as error:
        raise StoreFailed("store.no-driver") from error
    database, made = await open_database(
        where,
        durability=durability,
        making=making,
        connections=connections or USUAL_CONNECTIONS,
    )
    if connections is not None:
        await check_room(database, connections)
    return PostgresStore(database, made, on_commit, on_write_failure)
