"""What a file has, seen by one connection in one transaction."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Sequence
from typing import Any

from funicular.store.inventory import TableCounts
from funicular.store.log import Row, Snapshot
from funicular.store.side_tables import SideTable, Value, stray_rows
from funicular.store.sqlite.steps import run_steps
from funicular.store.steps import for_sqlite

TABLES = """
    SELECT id, created, seq, closed,
        (SELECT count(*) FROM log WHERE table_id = tables.id),
        (SELECT coalesce(min(seq), 0) FROM log WHERE table_id = tables.id),
        (SELECT coalesce(max(seq), 0) FROM log WHERE table_id = tables.id)
    FROM tables
    WHERE id > ?1 AND (?2 IS NULL OR id IN (SELECT value FROM json_each(?2)))
    ORDER BY id LIMIT ?3
"""


class SqliteInventory:
    """An `Inventory`; its connection is used by one thread at a time."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Take a connection whose transaction has begun."""
        self._connection = connection

    async def tables(
        self, *, after: str, most: int, only: Sequence[str] | None = None
    ) -> tuple[TableCounts, ...]:
        """The next tables, of all or of these only."""
        wanted = None if only is None else json.dumps(list(only))
        found = await self._all(TABLES, after, wanted, most)
        return tuple(
            TableCounts(name, created, seq, bool(closed), *counted)
            for name, created, seq, closed, *counted in found
        )

    async def rows(self, table: str, *, after: int = 0, most: int | None = None) -> tuple[Row, ...]:
        """The log of a table in order, from the row after this number on."""
        found = await self._all(
            "SELECT seq, guest, command, at, body FROM log WHERE table_id = ? AND seq > ?"
            " ORDER BY seq LIMIT ?",
            table,
            after,
            # A negative limit means no limit.
            -1 if most is None else most,
        )
        return tuple(Row(*columns) for columns in found)

    async def snapshot(self, table: str, form: str) -> Snapshot | None:
        """The table's snapshot if it has one of this form."""
        sql = "SELECT seq, body FROM snapshots WHERE table_id = ? AND form = ?"
        found = await self._all(sql, table, form)
        return Snapshot(*found[0]) if found else None

    async def records(self, *, after: str, most: int) -> tuple[tuple[str, bytes], ...]:
        """The next records, with their names."""
        found = await self._all(
            "SELECT name, body FROM records WHERE name > ? ORDER BY name LIMIT ?", after, most
        )
        return tuple((name, body) for name, body in found)

    async def side_rows(
        self, table: SideTable, *, after: Sequence[Value], most: int
    ) -> tuple[tuple[Value, ...], ...]:
        """The next rows of a side table."""
        sql, values = table.page(after, most)
        return tuple(await self._all(for_sqlite(sql), *values))

    async def damage(self) -> tuple[str, ...]:
        """What SQLite finds wrong with the file, and rows without a table or profile."""
        found = [text for (text,) in await self._all("PRAGMA quick_check") if text != "ok"]
        stray = await self._all(
            "SELECT DISTINCT table_id FROM log WHERE table_id NOT IN (SELECT id FROM tables)"
        )
        profiles = await asyncio.to_thread(run_steps, self._connection, stray_rows())
        return (*found, *(f"log: {name}" for (name,) in stray), *profiles)

    # Any: only the statement knows what its columns are.
    async def _all(self, sql: str, *values: str | float | None) -> list[tuple[Any, ...]]:
        return await asyncio.to_thread(lambda: self._connection.execute(sql, values).fetchall())
