"""Logs in an SQLite file: one thread writes, and commits whatever has come in meanwhile together.

Waiting for the disk is what an append costs. While one commit waits, others queue up and share the
next one, so a hundred tables cost hardly more than one.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TypeVar

from funicular.store.log import Conflict, Known, Row, StoreFailed
from funicular.store.schema import prepare

T = TypeVar("T")

# Enough to share a commit among, and an end to how long the first of them waits.
MOST_IN_A_BATCH = 256


class _Write:
    """A change that somebody waits for."""

    __slots__ = ("change", "error", "future", "loop")

    def __init__(
        self, change: Callable[[sqlite3.Connection], object], loop: asyncio.AbstractEventLoop
    ) -> None:
        self.change = change
        self.loop = loop
        self.future: asyncio.Future[None] = loop.create_future()
        self.error: Exception | None = None

    def tell(self) -> None:
        """Wake up whoever waits, if they still do."""
        # The loop may be closed by now: then nobody waits.
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self._settle)

    def _settle(self) -> None:
        if self.future.done():
            return
        if self.error is None:
            self.future.set_result(None)
        else:
            self.future.set_exception(self.error)


class SqliteLog:
    """The `Log` in a file. Opening one raises `StoreFailed` if the file cannot be used."""

    def __init__(self, path: Path, *, batched: Callable[[int], None] = lambda _: None) -> None:
        """Open or make the file; `batched` hears how many appends each commit has had."""
        self.path = path
        self._batched = batched
        self._queue: SimpleQueue[_Write | None] = SimpleQueue()
        self._closed = False
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="store-reader")
        self._writing, self._reading = _opened(path)
        self._writer = threading.Thread(target=self._write_on, name="store-writer", daemon=True)
        self._writer.start()

    async def append(self, table: str, rows: Sequence[Row]) -> None:
        """Keep these rows, all or none; the first row ever makes the table."""

        def change(connection: sqlite3.Connection) -> None:
            if rows and rows[0].seq == 1:
                connection.execute(
                    "INSERT OR IGNORE INTO tables (id, created) VALUES (?, ?)", (table, rows[0].at)
                )
            connection.executemany(
                "INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)",
                [(table, row.seq, row.guest, row.command, row.at, row.body) for row in rows],
            )

        await self._write(change)

    async def read(self, table: str, *, after: int = 0) -> tuple[Row, ...]:
        """The rows of a table in order, those after this number; () if there is no such table."""

        def look(connection: sqlite3.Connection) -> tuple[Row, ...]:
            found = connection.execute(
                "SELECT seq, guest, command, at, body FROM log"
                " WHERE table_id = ? AND seq > ? ORDER BY seq",
                (table, after),
            )
            return tuple(Row(*columns) for columns in found)

        return await self._read(look)

    async def tables(self, *, most: int) -> tuple[Known, ...]:
        """The newest tables, the newest first."""

        def look(connection: sqlite3.Connection) -> tuple[Known, ...]:
            found = connection.execute(
                "SELECT id, created FROM tables ORDER BY created DESC LIMIT ?", (most,)
            )
            return tuple(Known(*columns) for columns in found)

        return await self._read(look)

    async def keep_record(self, name: str, record: bytes) -> None:
        """Keep a record under this name. A second one of the same name changes nothing."""
        await self._write(
            lambda connection: connection.execute(
                "INSERT OR IGNORE INTO records VALUES (?, ?)", (name, record)
            )
        )

    async def record(self, name: str) -> bytes | None:
        """The record of this name."""

        def look(connection: sqlite3.Connection) -> bytes | None:
            found = connection.execute("SELECT body FROM records WHERE name = ?", (name,))
            row: tuple[bytes] | None = found.fetchone()
            return None if row is None else row[0]

        return await self._read(look)

    async def check(self) -> None:
        """Write and forget something; `StoreFailed` if that cannot be done."""

        def change(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT INTO records VALUES ('', ?)", (str(time.time()).encode(),))
            connection.execute("DELETE FROM records WHERE name = ''")

        await self._write(change)

    async def close(self) -> None:
        """Keep what is still waiting, then give back the file."""
        if self._closed:
            return
        self._closed = True
        self._queue.put(None)
        await asyncio.to_thread(self._writer.join)
        self._reader.shutdown()
        self._reading.close()
        self._writing.close()

    async def _write(self, change: Callable[[sqlite3.Connection], object]) -> None:
        if self._closed:
            raise StoreFailed("store.closed")
        write = _Write(change, asyncio.get_running_loop())
        self._queue.put(write)
        # A caller who is cancelled gives up waiting, not the write.
        await asyncio.shield(write.future)

    async def _read(self, look: Callable[[sqlite3.Connection], T]) -> T:
        if self._closed:
            raise StoreFailed("store.closed")
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._reader, look, self._reading)
        except sqlite3.Error as error:
            raise StoreFailed("store.failed", problem=str(error)) from error

    def _write_on(self) -> None:
        """Commit batch after batch until told to stop."""
        going = True
        while going:
            batch = [self._queue.get()]
            with suppress(Empty):
                while len(batch) < MOST_IN_A_BATCH:
                    batch.append(self._queue.get_nowait())
            writes = [write for write in batch if write is not None]
            going = len(writes) == len(batch)
            if writes:
                self._commit(writes)

    def _commit(self, writes: Sequence[_Write]) -> None:
        try:
            self._writing.execute("BEGIN IMMEDIATE")
            for write in writes:
                self._apply(write)
            self._writing.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                self._writing.execute("ROLLBACK")
            for write in writes:
                write.error = StoreFailed("store.failed", problem=str(error))
        else:
            self._batched(len(writes))
        for write in writes:
            write.tell()

    def _apply(self, write: _Write) -> None:
        """Make one change, or none of it; its neighbours in the batch do not notice."""
        self._writing.execute("SAVEPOINT one")
        try:
            write.change(self._writing)
        except sqlite3.IntegrityError:
            self._writing.execute("ROLLBACK TO one")
            write.error = Conflict("store.conflict")
        self._writing.execute("RELEASE one")


def _opened(path: Path) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """A connection to write and one to read."""
    with ExitStack() as on_failure:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # It holds the seeds of the deals and what lets people into their seats.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            writing = on_failure.enter_context(closing(_connect(path)))
            prepare(writing, str(path))
            reading = _connect(path)
        except (OSError, sqlite3.Error) as error:
            raise StoreFailed("store.no-file", path=path, problem=str(error)) from error
        on_failure.pop_all()
    return writing, reading


def _connect(path: Path) -> sqlite3.Connection:
    # Each connection is used by one thread at a time: one writes, one reads.
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False)
