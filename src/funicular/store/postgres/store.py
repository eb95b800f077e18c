"""The store in a database: its logs, and the servers that share it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

from funicular.store.inventory import Inventory
from funicular.store.migrations import Migration
from funicular.store.postgres.administration import PostgresAdministration
from funicular.store.postgres.appending import Appending
from funicular.store.postgres.challenges import PostgresChallenges
from funicular.store.postgres.database import FAILURES, Database
from funicular.store.postgres.inventory import PATIENCE, PostgresInventory
from funicular.store.postgres.leases import PostgresLeases
from funicular.store.postgres.log import PostgresLog
from funicular.store.postgres.reviews import PostgresReviews
from funicular.store.postgres.steps import PostgresSteps
from funicular.store.write_failures import WriteFailureListener, ignore_failures


class PostgresStore(
    PostgresLog,
    PostgresLeases,
    PostgresAdministration,
    PostgresSteps,
    PostgresReviews,
    PostgresChallenges,
):
    """A `Store` in PostgreSQL. `open_postgres` makes one."""

    def __init__(
        self,
        database: Database,
        migrations_applied: tuple[Migration, ...],
        on_commit: Callable[[int], object],
        on_write_failure: WriteFailureListener = ignore_failures,
    ) -> None:
        """Take a database that is open, and the steps that it lacked."""
        PostgresLog.__init__(self, database, Appending(database, on_commit, on_write_failure))
        PostgresLeases.__init__(self, database)
        PostgresAdministration.__init__(self, database)
        PostgresChallenges.__init__(self, database)
        self.place = database.address.shown
        self.migrations_applied = migrations_applied

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
                # It locks nothing, and who reads it may be slow.
                await connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
                # The transaction sees the database as it is at its first look.
                await connection.fetchval("SELECT count(*) FROM migrations")
            except FAILURES as error:
                raise self._database.failed(error) from error
            yield PostgresInventory(self._database, connection)
