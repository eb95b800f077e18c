"""The store in a file: one thread writes, one reads."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TypeVar

from funicular.core.errors import FunicularError
from funicular.store.administration import Administration
from funicular.store.challenges import ChallengeStore
from funicular.store.durability import Durability
from funicular.store.inventory import Inventory
from funicular.store.log import Conflict, Fence, Row, StoreFailed
from funicular.store.logs import Log
from funicular.store.reviews import ReviewStore
from funicular.store.sqlite.appends import NewRows
from funicular.store.sqlite.file import connect, make_file, only_server, prepare, unlock
from funicular.store.sqlite.inventory import SqliteInventory
from funicular.store.sqlite.single_server import SingleServer
from funicular.store.sqlite.steps import run_steps
from funicular.store.sqlite.threads import in_thread
from funicular.store.sqlite.writing import Writer
from funicular.store.steps import Steps
from funicular.store.validation import check_texts, in_order
from funicular.store.write_failures import WriteFailureListener, ignore_failures

T = TypeVar("T")


class SqliteStore(SingleServer, Log, Administration, ReviewStore, ChallengeStore):
    """A `Store` in a file. Opening one raises `StoreFailed` if the file cannot be used."""

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
        await self._writing().append(NewRows(table, rows, closed))

    async def look_up(self, steps: Callable[[], Steps[T]]) -> T:
        """Run steps that only read."""
        if self._closed:
            raise StoreFailed("store.closed")
        return await asyncio.get_running_loop().run_in_executor(self._reader, self._look, steps)

    async def change(self, steps: Callable[[], Steps[T]], *, alone: bool = False) -> T:
        """Run the steps, all or none."""
        del alone  # There is one writer.
        came: list[T] = []
        refused: list[FunicularError] = []

        def change(connection: sqlite3.Connection) -> None:
            try:
                came.append(run_steps(connection, steps()))
            except FunicularError as error:
                # Undone as a conflict is: the writer lets nobody else in its commit notice.
                refused.append(error)
                raise Conflict("store.conflict") from error

        try:
            await self._writing().write(change)
        except Conflict:
            if refused:
                raise refused[-1] from None
            raise
        return came[-1]

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

    def _writing(self) -> Writer:
        if self._closed:
            raise StoreFailed("store.closed")
        return self._writer

    def _look(self, steps: Callable[[], Steps[T]]) -> T:
        try:
            if self._reading is None:
                self._reading = connect(self.path, self._durability)
                self._reading.execute("PRAGMA query_only = ON")
            return run_steps(self._reading, steps())
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
