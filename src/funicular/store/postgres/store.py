"""The store in a database: its logs, and the servers that share it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

from funicular.store.inventory import Inventory
from funicular.store.migrations import Step
from funicular.store.postgres.administration import PostgresAdministration
from funicular.store.postgres.database import FAILURES, Database
from funicular.store.postgres.fleet import PostgresFleet
from funicular.store.postgres.inventory import PATIENCE, PostgresInventory
from funicular.store.postgres.log import PostgresLog
from funicular.store.write_failures import TroubleHeard, nobody_hears


class PostgresStore(PostgresLog, PostgresFleet, PostgresAdministration):
    """A `Store` in PostgreSQL. `open_postgres` makes one."""

    def __init__(
        self,
        database: Database,
        steps_made: tuple[Step, ...],
        batched: Callable[[int], object],
        trouble: TroubleHeard = nobody_hears,
    ) -> None:
        """Take a database that is open, and the steps that it lacked."""
        PostgresLog.__init__(self, database, batched, trouble)
        PostgresFleet.__init__(self, database)
        PostgresAdministration.__init__(self, database)
        self.place = database.address.shown
        self.steps_made = steps_made

    @asynccontextmanager
    async def inventory(self) -> AsyncIterator[Inventory]:
        """Everything that is there now, while others go on writing."""
        async with AsyncExitStack() as stack:
            try:
                connection = await stack.enter_async_context(self._database.connection())
                await stack.enter_async_context(
                    connection.transaction(isolation="repeatable_read", readonly=True)
                )
                await connection.execute(f"SET LOCAL statement_timeout = '{PATIENCE}s'")
                # The transaction sees the database as it is at its first look.
                await connection.fetchval("SELECT count(*) FROM migrations")
            except FAILURES as error:
                raise self._database.failed(error) from error
            yield PostgresInventory(self._database, connection)
