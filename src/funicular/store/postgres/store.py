"""The store in a database: its logs, and the servers that share it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from funicular.store.administration import Administration
from funicular.store.challenges import ChallengeStore
from funicular.store.inventory import Inventory
from funicular.store.log import Conflict, Fence, Row, StoreFailed
from funicular.store.logs import Log
from funicular.store.migrations import Migration
from funicular.store.postgres.appending import Append, Appending
from funicular.store.postgres.database import FAILURES, Database
from funicular.store.postgres.inventory import PATIENCE, PostgresInventory
from funicular.store.postgres.leases import PostgresLeases
from funicular.store.postgres.steps import PostgresSteps
from funicular.store.reviews import ReviewStore
from funicular.store.validation import check_texts, in_order
from funicular.store.write_failures import WriteFailureListener, ignore_failures


class PostgresStore(
    PostgresSteps, PostgresLeases, Log, Administration, ReviewStore, ChallengeStore
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
        PostgresLeases.__init__(self, database)
        self._appending = Appending(database, on_commit, on_write_failure)
        self._closed = False
        self.place = database.address.shown
        self.migrations_applied = migrations_applied

    async def append(
        self, table: str, rows: Sequence[Row], *, fence: Fence | None = None, closed: bool = False
    ) -> None:
        """Keep these rows, all or none; the first row ever makes the table."""
        if self._closed:
            raise StoreFailed("store.closed")
        if not rows:
            return
        check_texts(table, rows)
        if not in_order(rows):
            raise Conflict("store.conflict")
        await self._appending.append(Append(table, rows, fence, closed=closed))

    async def close(self) -> None:
        """Keep what is still waiting, then give back the connections."""
        if self._closed:
            return
        self._closed = True
        await self._appending.finish()
        await self._database.close()

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
