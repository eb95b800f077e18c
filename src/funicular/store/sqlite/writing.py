"""The one thread that writes, and commits whatever has come in meanwhile together.

Waiting for the disk is what an append costs. While one commit waits, others queue up and share the
next one, so a hundred tables cost hardly more than one. A disk that is quick is not asked as often
as it could be: writing to it takes the processor longer than all the rest of an append.

Whatever goes wrong with the disk, the thread goes on: what was asked fails, the connection is given
up, and the next batch tries with a new one.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue

from funicular.core.errors import FunicularError
from funicular.store.durability import Durability
from funicular.store.log import Conflict, StoreFailed, TableGone, Unsure
from funicular.store.sqlite.appends import NewRows, write_together
from funicular.store.sqlite.file import connect, file_id
from funicular.store.write_failures import WriteFailureListener, WriteFailures, ignore_failures

# Enough to share a commit among, and an end to how long the first of them waits.
MOST_IN_A_BATCH = 256
# A commit costs as much for one change as for several, so while many tables are played at, the next
# one comes no sooner than this after the last. Nobody sees the difference.
APART_SECONDS = 0.008

Change = Callable[[sqlite3.Connection], object]


class _Write:
    """A change to make, perhaps rows of a table, and the future that waits for it."""

    __slots__ = ("append", "change", "error", "future", "loop", "table")

    def __init__(
        self, change: Change, append: NewRows | None, loop: asyncio.AbstractEventLoop
    ) -> None:
        self.change = change
        self.append = append
        self.table = "" if append is None else append.table
        self.loop = loop
        self.future: asyncio.Future[None] = loop.create_future()
        self.error: Exception | None = None

    def settle(self) -> None:
        """Tell the caller, if it still waits."""
        if self.future.done():
            return
        if self.error is None:
            self.future.set_result(None)
        else:
            self.future.set_exception(self.error)


class Writer:
    """The thread and its queue."""

    def __init__(
        self,
        path: Path,
        durability: Durability,
        on_commit: Callable[[int], object],
        on_write_failure: WriteFailureListener = ignore_failures,
    ) -> None:
        """Connect and begin.

        `on_commit` is told how many changes each commit had.
        """
        self._path = path
        self._file = file_id(path)
        self._durability = durability
        self._on_commit = on_commit
        self._failures = WriteFailures(on_write_failure)
        self._queue: SimpleQueue[_Write | None] = SimpleQueue()
        self._connection: sqlite3.Connection | None = connect(path, durability)
        self._thread = threading.Thread(target=self._work, name="store-writer", daemon=True)
        self._thread.start()

    def append(self, append: NewRows) -> Awaitable[None]:
        """Write rows of a table and commit them: to be awaited, as `write`."""
        return self._put(_Write(append.write, append, asyncio.get_running_loop()))

    def write(self, change: Change) -> Awaitable[None]:
        """Make a change and commit it: to be awaited.

        A caller who is cancelled gives up waiting, not the write: the thread looks at no future.
        """
        return self._put(_Write(change, None, asyncio.get_running_loop()))

    def _put(self, write: _Write) -> Awaitable[None]:
        self._queue.put(write)
        return write.future

    def stop(self) -> None:
        """Commit what still waits, then end."""
        self._queue.put(None)
        self._thread.join()
        self._drop()

    def _work(self) -> None:
        """Commit batch after batch until told to stop."""
        going = True
        began, table = 0.0, ""
        while going:
            first = self._queue.get()
            # A table that is played at alone waits for nobody.
            if first is not None and first.table != table:
                time.sleep(max(0.0, began + APART_SECONDS - time.monotonic()))
            began, table = time.monotonic(), "" if first is None else first.table
            batch = [first]
            with suppress(Empty):
                while len(batch) < MOST_IN_A_BATCH:
                    batch.append(self._queue.get_nowait())
            writes = [write for write in batch if write is not None]
            going = len(writes) == len(batch)
            if writes:
                self._commit(writes)
                _tell(writes)

    def _commit(self, writes: Sequence[_Write]) -> None:
        committing = False
        try:
            self._check_file()
            connection = self._connected()
            connection.execute("BEGIN IMMEDIATE")
            _make(connection, writes)
            committing = True
            connection.execute("COMMIT")
        except Exception as error:  # noqa: BLE001 - whatever it is, the thread must go on
            self._drop()
            waiting = [write for write in writes if write.error is None]
            # Also who was told of a conflict: it may have been with one that is undone now.
            problem = error.phrase if isinstance(error, FunicularError) else str(error)
            for write in writes:
                write.error = StoreFailed("store.failed", problem=problem)
            if committing:
                self._look_again(waiting, error)
            with suppress(Exception):
                tables = (write.table for write in writes if write.table)
                self._failures.refused(next(tables, ""), error)
        else:
            with suppress(Exception):
                self._failures.wrote()
                self._on_commit(len(writes))

    def _check_file(self) -> None:
        """Refuse to write into a file that is no longer found under its name."""
        if file_id(self._path) != self._file:
            raise StoreFailed("store.replaced", path=self._path)

    def _look_again(self, writes: Sequence[_Write], error: Exception) -> None:
        """A commit has failed: see with a new connection what is there after all."""
        # Written, but perhaps not to the disk. It is not there now; should the server be killed
        # before the next commit has taken its place, it will be.
        unsure = getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_IOERR_FSYNC
        for write in writes:
            try:
                if write.append is not None and write.append.is_written(self._connected()):
                    write.error = None
                elif unsure:
                    write.error = Unsure("store.failed", problem=str(error))
            except sqlite3.Error:
                self._drop()
                write.error = Unsure("store.failed", problem=str(error))

    def _connected(self) -> sqlite3.Connection:
        if self._connection is None:
            self._connection = connect(self._path, self._durability)
        return self._connection

    def _drop(self) -> None:
        """Give the connection up, and with it what was not committed."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(sqlite3.Error):
                connection.rollback()
            with suppress(sqlite3.Error):
                connection.close()


def _tell(writes: Sequence[_Write]) -> None:
    """Wake those who wait, each event loop once."""
    for loop in {write.loop for write in writes}:
        # It may be closed by now: then no caller waits.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_settle, [each for each in writes if each.loop is loop])


def _settle(writes: Sequence[_Write]) -> None:
    for write in writes:
        write.settle()


def _make(connection: sqlite3.Connection, writes: Sequence[_Write]) -> None:
    """Make these changes in the transaction that has begun; one that fails leaves no trace.

    Rows of tables hardly ever conflict, and to mark where each of them begins costs as much as to
    write it. So where there is nothing else they are written together, and should one of them
    conflict after all, they are undone and written again, each by itself.
    """
    appends = [write.append for write in writes if write.append is not None]
    if len(appends) == len(writes):
        try:
            write_together(connection, appends)
        except (sqlite3.IntegrityError, Conflict, TableGone):
            connection.execute("ROLLBACK")
            connection.execute("BEGIN IMMEDIATE")
        else:
            return
    for write in writes:
        _apply(connection, write)


def _apply(connection: sqlite3.Connection, write: _Write) -> None:
    """Make one change, or none of it; its neighbours in the batch do not notice."""
    connection.execute("SAVEPOINT one")
    try:
        write.change(connection)
    except (sqlite3.IntegrityError, Conflict):
        connection.execute("ROLLBACK TO one")
        write.error = Conflict("store.conflict")
    except TableGone as error:
        connection.execute("ROLLBACK TO one")
        write.error = error
    connection.execute("RELEASE one")
