"""What a database has, seen by one connection in one transaction."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from funicular.store.inventory import Inventory
from funicular.store.postgres.database import FAILURES, Database
from funicular.store.postgres.steps import run_steps
from funicular.store.steps import Steps

if TYPE_CHECKING:
    from funicular.store.postgres.database import Connection

T = TypeVar("T")

# Seconds for a statement: nobody at a table waits for these.
PATIENCE = 600


class PostgresInventory(Inventory):
    """An `Inventory`."""

    def __init__(self, database: Database, connection: Connection) -> None:
        """Take a connection of this database whose transaction has begun."""
        self._database = database
        self._fetch = partial(connection.fetch, timeout=PATIENCE)

    async def look_up(self, steps: Callable[[], Steps[T]]) -> T:
        """Run steps that only read."""
        try:
            return await run_steps(self._fetch, steps())
        except FAILURES as error:
            raise self._database.failed(error) from error
