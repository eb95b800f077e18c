"""What a database has, seen by one connection in one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import asyncpg

from funicular.store.inventory import TableCounts
from funicular.store.log import Row, Snapshot
from funicular.store.postgres.database import FAILURES, Database
from funicular.store.postgres.steps import run_steps
from funicular.store.side_tables import SideTable, Value, stray_rows

if TYPE_CHECKING:
    from funicular.store.postgres.database import Connection

# Seconds for a statement: nobody at a table waits for these.
PATIENCE = 600

TABLES = """
    SELECT id, created, tables.seq, closed, counted.rows, counted.first, counted.last
    FROM tables CROSS JOIN LATERAL (
        SELECT count(*) AS rows, coalesce(min(seq), 0) AS first, coalesce(max(seq), 0) AS last
        FROM log WHERE table_id = tables.id
    ) AS counted
    WHERE id > $1 AND ($2::text[] IS NULL OR id = ANY ($2))
    ORDER BY id LIMIT $3
"""
ROWS = """
    SELECT seq, guest, command, at, body FROM log WHERE table_id = $1 AND seq > $2
    ORDER BY seq LIMIT $3
"""
STRAY = """
    SELECT DISTINCT table_id FROM log
    WHERE NOT EXISTS (SELECT FROM tables WHERE tables.id = log.table_id)
"""


class PostgresInventory:
    """An `Inventory`."""

    def __init__(self, database: Database, connection: Connection) -> None:
        """Take a connection of this database whose transaction has begun."""
        self._database = database
        self._connection = connection

    async def tables(
        self, *, after: str, most: int, only: Sequence[str] | None = None
    ) -> tuple[TableCounts, ...]:
        """The next tables, of all or of these only."""
        wanted = None if only is None else list(only)
        return tuple(
            TableCounts(*columns) for columns in await self._all(TABLES, after, wanted, most)
        )

    async def rows(self, table: str, *, after: int = 0, most: int | None = None) -> tuple[Row, ...]:
        """The log of a table in order, from the row after this number on."""
        return tuple(Row(*columns) for columns in await self._all(ROWS, table, after, most))

    async def snapshot(self, table: str, form: str) -> Snapshot | None:
        """The table's snapshot if it has one of this form."""
        sql = "SELECT seq, body FROM snapshots WHERE table_id = $1 AND form = $2"
        found = await self._all(sql, table, form)
        return Snapshot(*found[0]) if found else None

    async def records(self, *, after: str, most: int) -> tuple[tuple[str, bytes], ...]:
        """The next records, with their names."""
        sql = "SELECT name, body FROM records WHERE name > $1 ORDER BY name LIMIT $2"
        return tuple((name, body) for name, body in await self._all(sql, after, most))

    async def side_rows(
        self, table: SideTable, *, after: Sequence[Value], most: int
    ) -> tuple[tuple[Value, ...], ...]:
        """The next rows of a side table."""
        sql, values = table.page(after, most)
        return tuple(tuple(row) for row in await self._all(sql, *values))

    async def damage(self) -> tuple[str, ...]:
        """Rows without a table or profile. PostgreSQL has programs of its own for its files."""
        stray = [f"log: {name}" for (name,) in await self._all(STRAY)]
        return (*stray, *await run_steps(self._all, stray_rows()))

    async def _all(self, sql: str, *values: object) -> list[asyncpg.Record]:
        try:
            return await self._connection.fetch(sql, *values, timeout=PATIENCE)
        except FAILURES as error:
            raise self._database.failed(error) from error
