"""The logs in a database."""

from __future__ import annotations

import time
from collections.abc import Sequence

import asyncpg

from funicular.store.log import Conflict, Fence, Row, Snapshot, StoredTable, StoreFailed
from funicular.store.postgres.appending import Append, Appending
from funicular.store.postgres.database import FAILURES, Database
from funicular.store.validation import check_texts, in_order, is_text, table_of

READ = """
    SELECT seq, guest, command, at, body FROM log WHERE table_id = $1 AND seq > $2 ORDER BY seq
    LIMIT $3
"""
FIND_COMMAND = "SELECT seq FROM log WHERE table_id = $1 AND guest = $2 AND command = $3"
UNTOUCHED = "SELECT id FROM tables WHERE NOT closed AND touched < $1 ORDER BY touched, id LIMIT $2"
# `set_config` is for this transaction only: a cache need not wait for the disk. The lock waits for
# a deletion under way: a table that is deleted leaves no snapshot behind.
KEEP_SNAPSHOT = """
    INSERT INTO snapshots (table_id, form, seq, body)
    SELECT there.id, $2, $3, $4
    FROM (SELECT id FROM tables WHERE id = $1 FOR KEY SHARE) AS there,
        set_config('synchronous_commit', 'off', true)
    ON CONFLICT (table_id) DO UPDATE
    SET form = excluded.form, seq = excluded.seq, body = excluded.body
    WHERE snapshots.form <> excluded.form OR snapshots.seq < excluded.seq
"""
KEEP_RECORD = """
    INSERT INTO records (name, body) SELECT $1::text, $2::bytea
    WHERE NOT EXISTS (
        SELECT FROM deleted WHERE kind = 'record' AND name = $1 OR kind = 'table' AND name = $3
    )
    ON CONFLICT DO NOTHING
"""


class PostgresLog:
    """The `Log` of a database."""

    def __init__(self, database: Database, appending: Appending) -> None:
        """Take a database that is open and up to date, and its queue of appends."""
        self._database = database
        self._appending = appending
        self._closed = False

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

    async def read(self, table: str, *, after: int = 0, most: int | None = None) -> tuple[Row, ...]:
        """The rows of a table in order, those after this number; () if there is no such table."""
        if not is_text(table):
            return ()
        return tuple(Row(*columns) for columns in await self._fetch(READ, table, after, most))

    async def find_command(self, table: str, guest: str, command: str) -> int | None:
        """The number of the row that this guest's command of this id has led to, if it was done."""
        if not (is_text(table) and is_text(guest) and is_text(command)):
            return None
        found = await self._fetch(FIND_COMMAND, table, guest, command)
        return found[0][0] if found else None

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        """The number of the last row of each of these tables that there is."""
        names = [name for name in tables if is_text(name)]
        sql = "SELECT id, seq FROM tables WHERE id = ANY ($1::text[])"
        return {row["id"]: row["seq"] for row in await self._fetch(sql, names)}

    async def tables(self, *, most: int) -> tuple[StoredTable, ...]:
        """The newest tables, the newest first."""
        sql = "SELECT id, created FROM tables ORDER BY created DESC LIMIT $1"
        return tuple(StoredTable(*columns) for columns in await self._fetch(sql, most))

    async def untouched(self, *, before: float, most: int) -> tuple[str, ...]:
        """Tables that are not closed and got their last row before this time, the oldest first."""
        return tuple(name for (name,) in await self._fetch(UNTOUCHED, before, most))

    async def keep_record(self, name: str, record: bytes) -> None:
        """Keep a record under this name. A second one of the same name changes nothing."""
        check_texts(name)
        await self._fetch(KEEP_RECORD, name, record, table_of(name))

    async def record(self, name: str) -> bytes | None:
        """The record of this name."""
        if not is_text(name):
            return None
        found = await self._fetch("SELECT body FROM records WHERE name = $1", name)
        return found[0][0] if found else None

    async def keep_snapshot(self, table: str, form: str, snapshot: Snapshot) -> None:
        """Keep this in the place of the table's older snapshot."""
        check_texts(table)
        await self._fetch(KEEP_SNAPSHOT, table, form, snapshot.seq, snapshot.body)

    async def snapshot(self, table: str, form: str) -> Snapshot | None:
        """The table's snapshot if it has one of this form."""
        sql = "SELECT seq, body FROM snapshots WHERE table_id = $1 AND form = $2"
        found = await self._fetch(sql, table, form)
        return Snapshot(*found[0]) if found else None

    async def forget_snapshots(self) -> int:
        """Throw all snapshots away, and say how many there were."""
        return len(await self._fetch("DELETE FROM snapshots RETURNING 1"))

    async def check(self) -> None:
        """Write and forget something; `StoreFailed` if that cannot be done."""
        if self._closed:
            raise StoreFailed("store.closed")
        try:
            async with self._database.connection() as connection, connection.transaction():
                await connection.execute(
                    "INSERT INTO records VALUES ('', $1) ON CONFLICT (name) DO UPDATE"
                    " SET body = excluded.body",
                    str(time.time()).encode(),
                )
                await connection.execute("DELETE FROM records WHERE name = ''")
        except FAILURES as error:
            raise self._database.failed(error) from error

    async def close(self) -> None:
        """Keep what is still waiting, then give back the connections."""
        if self._closed:
            return
        self._closed = True
        await self._appending.finish()
        await self._database.close()

    async def _fetch(self, sql: str, *values: object) -> list[asyncpg.Record]:
        if self._closed:
            raise StoreFailed("store.closed")
        return await self._database.fetch(sql, *values)
