"""The store in a file: one thread writes, one reads."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TypeVar

from funicular.store.durability import Durability
from funicular.store.inventory import Inventory
from funicular.store.log import Conflict, Fence, Row, Snapshot, StoredTable, StoreFailed, TableGone
from funicular.store.sqlite.administration import SqliteAdministration
from funicular.store.sqlite.challenges import SqliteChallenges
from funicular.store.sqlite.file import connect, make_file, only_server, prepare, unlock
from funicular.store.sqlite.inventory import SqliteInventory
from funicular.store.sqlite.reviews import SqliteReviews
from funicular.store.sqlite.single_server import SingleServer
from funicular.store.sqlite.steps import SqliteSteps
from funicular.store.sqlite.threads import in_thread
from funicular.store.sqlite.writing import Change, Seen, Writer
from funicular.store.validation import check_texts, in_order, is_text, table_of
from funicular.store.write_failures import WriteFailureListener, ignore_failures

T = TypeVar("T")


class SqliteStore(SingleServer, SqliteAdministration, SqliteSteps, SqliteReviews, SqliteChallenges):
    """A `Store` in a file. Opening one raises `StoreFailed` if the file cannot be used."""

    shared = False

    def __init__(  # noqa: PLR0913 - all that a store can be told
        self,
        path: Path,
        *,
        durability: Durability = "full",
        on_commit: Callable[[int], object] = lambda _: None,
        on_write_failure: WriteFailureListener = ignore_failures,
        serving: bool = True,
        making: bool = True,
    ) -> None:
        """Open the file, or make it if that is wished.

        A server (`serving`) has it alone among servers; tools may be there at the same time.
        """
        self.path = path
        self.place = str(path)
        self._durability = durability
        self._closed = False
        make_file(path, making=making)
        # Before SQLite opens it: under another name it would not see what the first server has
        # written beside the file.
        self._locks = only_server(path) if serving else ()
        try:
            self.migrations_applied = prepare(path, making=making)
            self._writer = Writer(path, durability, on_commit, on_write_failure)
        except StoreFailed:
            self._unlock()
            raise
        except sqlite3.Error as error:
            self._unlock()
            raise StoreFailed("store.no-file", path=path, problem=str(error)) from error
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="store-reader")
        self._reading: sqlite3.Connection | None = None

    async def append(
        self, table: str, rows: Sequence[Row], *, fence: Fence | None = None, closed: bool = False
    ) -> None:
        """Keep these rows, all or none; the first row ever makes the table."""
        del fence  # The file is ours alone: no other server can have taken the lease.
        if not rows:
            return
        check_texts(table, rows)
        if not in_order(rows):
            raise Conflict("store.conflict")
        first, last = rows[0], rows[-1]

        def change(connection: sqlite3.Connection) -> None:
            if first.seq == 1:
                _check_not_deleted(connection, table)
                connection.execute(
                    "INSERT INTO tables (id, created, seq, touched, closed) VALUES (?, ?, ?, ?, ?)",
                    (table, first.at, last.seq, last.at, closed),
                )
            else:
                moved = connection.execute(
                    "UPDATE tables SET seq = ?, touched = ?, closed = ? WHERE id = ? AND seq = ?",
                    (last.seq, last.at, closed, table, first.seq - 1),
                )
                if moved.rowcount != 1:
                    _check_not_deleted(connection, table)
                    raise Conflict("store.conflict")
            connection.executemany(
                "INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)",
                [(table, row.seq, row.guest, row.command, row.at, row.body) for row in rows],
            )

        def seen(connection: sqlite3.Connection) -> bool:
            return _row_at(connection, table, last.seq) == last

        await self._write(change, seen, table=table)

    async def read(self, table: str, *, after: int = 0, most: int | None = None) -> tuple[Row, ...]:
        """The rows of a table in order, those after this number; () if there is no such table."""
        if not is_text(table):
            return ()

        def look(connection: sqlite3.Connection) -> tuple[Row, ...]:
            found = connection.execute(
                "SELECT seq, guest, command, at, body FROM log"
                " WHERE table_id = ? AND seq > ? ORDER BY seq LIMIT ?",
                # A negative limit means no limit.
                (table, after, -1 if most is None else most),
            )
            return tuple(Row(*columns) for columns in found)

        return await self._read(look)

    async def find_command(self, table: str, guest: str, command: str) -> int | None:
        """The number of the row that this guest's command of this id has led to, if it was done."""
        if not (is_text(table) and is_text(guest) and is_text(command)):
            return None

        def look(connection: sqlite3.Connection) -> int | None:
            found = connection.execute(
                "SELECT seq FROM log WHERE table_id = ? AND guest = ? AND command = ?",
                (table, guest, command),
            )
            row: tuple[int] | None = found.fetchone()
            return None if row is None else row[0]

        return await self._read(look)

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        """The number of the last row of each of these tables that there is."""

        def look(connection: sqlite3.Connection) -> dict[str, int]:
            found = connection.execute(
                "SELECT id, seq FROM tables WHERE id IN (SELECT value FROM json_each(?))",
                (json.dumps([name for name in tables if is_text(name)]),),
            )
            return dict(found.fetchall())

        return await self._read(look)

    async def tables(self, *, most: int) -> tuple[StoredTable, ...]:
        """The newest tables, the newest first."""

        def look(connection: sqlite3.Connection) -> tuple[StoredTable, ...]:
            found = connection.execute(
                "SELECT id, created FROM tables ORDER BY created DESC LIMIT ?", (most,)
            )
            return tuple(StoredTable(*columns) for columns in found)

        return await self._read(look)

    async def untouched(self, *, before: float, most: int) -> tuple[str, ...]:
        """Tables that are not closed and got their last row before this time, the oldest first."""

        def look(connection: sqlite3.Connection) -> tuple[str, ...]:
            found = connection.execute(
                "SELECT id FROM tables WHERE closed = 0 AND touched < ?"
                " ORDER BY touched, id LIMIT ?",
                (before, most),
            )
            return tuple(name for (name,) in found)

        return await self._read(look)

    async def keep_record(self, name: str, record: bytes) -> None:
        """Keep a record under this name. A second one of the same name changes nothing."""
        check_texts(name)
        await self._write(
            lambda connection: connection.execute(
                "INSERT OR IGNORE INTO records (name, body) SELECT ?1, ?2 WHERE NOT EXISTS"
                " (SELECT 1 FROM deleted WHERE kind = 'record' AND name = ?1"
                " OR kind = 'table' AND name = ?3)",
                (name, record, table_of(name)),
            )
        )

    async def record(self, name: str) -> bytes | None:
        """The record of this name."""
        if not is_text(name):
            return None

        def look(connection: sqlite3.Connection) -> bytes | None:
            found = connection.execute("SELECT body FROM records WHERE name = ?", (name,))
            row: tuple[bytes] | None = found.fetchone()
            return None if row is None else row[0]

        return await self._read(look)

    async def keep_snapshot(self, table: str, form: str, snapshot: Snapshot) -> None:
        """Keep this in the place of the table's older snapshot."""
        check_texts(table)
        await self._write(
            lambda connection: connection.execute(
                "INSERT INTO snapshots SELECT id, ?2, ?3, ?4 FROM tables WHERE id = ?1"
                " ON CONFLICT (table_id) DO UPDATE"
                " SET form = ?2, seq = ?3, body = ?4 WHERE form <> ?2 OR seq < ?3",
                (table, form, snapshot.seq, snapshot.body),
            )
        )

    async def snapshot(self, table: str, form: str) -> Snapshot | None:
        """The table's snapshot if it has one of this form."""

        def look(connection: sqlite3.Connection) -> Snapshot | None:
            found = connection.execute(
                "SELECT seq, body FROM snapshots WHERE table_id = ? AND form = ?", (table, form)
            )
            row: tuple[int, bytes] | None = found.fetchone()
            return None if row is None else Snapshot(*row)

        return await self._read(look)

    async def forget_snapshots(self) -> int:
        """Throw all snapshots away, and say how many there were."""
        gone = 0

        def change(connection: sqlite3.Connection) -> None:
            nonlocal gone
            gone = connection.execute("DELETE FROM snapshots").rowcount

        await self._write(change)
        return gone

    async def check(self) -> None:
        """Write and forget something; `StoreFailed` if that cannot be done."""

        def change(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT INTO records (name, body) VALUES ('', ?)", (str(time.time()).encode(),)
            )
            connection.execute("DELETE FROM records WHERE name = ''")

        await self._write(change)

    @asynccontextmanager
    async def inventory(self) -> AsyncIterator[Inventory]:
        """Everything that is in the file now, while others go on writing."""
        try:
            connection = await in_thread(lambda: connect(self.path, self._durability))
            try:
                # A transaction sees the file as it is at its first look.
                connection.execute("BEGIN")
                connection.execute("SELECT count(*) FROM migrations").fetchone()
                yield SqliteInventory(connection)
            finally:
                connection.close()
        except sqlite3.Error as error:
            raise StoreFailed("store.failed", problem=str(error)) from error

    async def close(self) -> None:
        """Keep what is still waiting, then give back the file."""
        if self._closed:
            return
        self._closed = True
        await in_thread(self._finish)
        self._unlock()

    def _finish(self) -> None:
        self._writer.stop()
        self._reader.shutdown(cancel_futures=True)
        self._drop_reading()

    async def _write(
        self, change: Change, seen: Seen = lambda _: False, *, table: str = ""
    ) -> None:
        if self._closed:
            raise StoreFailed("store.closed")
        await self._writer.write(change, seen, table=table)

    async def _read(self, look: Callable[[sqlite3.Connection], T]) -> T:
        if self._closed:
            raise StoreFailed("store.closed")
        return await asyncio.get_running_loop().run_in_executor(self._reader, self._look, look)

    def _look(self, look: Callable[[sqlite3.Connection], T]) -> T:
        try:
            if self._reading is None:
                self._reading = connect(self.path, self._durability)
            return look(self._reading)
        except (sqlite3.Error, ValueError, OverflowError) as error:
            # The next one who reads tries with a new connection.
            self._drop_reading()
            raise StoreFailed("store.failed", problem=str(error)) from error

    def _drop_reading(self) -> None:
        connection, self._reading = self._reading, None
        if connection is not None:
            with suppress(sqlite3.Error):
                connection.close()

    def _unlock(self) -> None:
        locks, self._locks = self._locks, ()
        unlock(locks)


def _check_not_deleted(connection: sqlite3.Connection, table: str) -> None:
    gone = connection.execute("SELECT 1 FROM deleted WHERE kind = 'table' AND name = ?", (table,))
    if gone.fetchone():
        raise TableGone("store.table-gone")


def _row_at(connection: sqlite3.Connection, table: str, seq: int) -> Row | None:
    found = connection.execute(
        "SELECT seq, guest, command, at, body FROM log WHERE table_id = ? AND seq = ?", (table, seq)
    ).fetchone()
    return None if found is None else Row(*found)
