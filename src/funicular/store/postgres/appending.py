"""Appends that come while others are under way share the next statement, and so its commit.

A few statements are under way at once, so that a slow one does not stop everything; a table is in
one of them at a time. Each append learns the truth about itself: when a connection dies, whether
its rows are there is looked up before anybody is told.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

import asyncpg

from funicular.store.log import Conflict, Fence, Fenced, Row, StoreFailed, TableGone
from funicular.store.postgres.database import COMMAND_SECONDS, FAILURES, UNSURE, Database
from funicular.store.postgres.statements import APPEND, LAST_ROWS, LOCKED_HEADS
from funicular.store.write_failures import WriteFailureListener, WriteFailures, ignore_failures

MOST_APPENDS = 256
MOST_ROWS = 4096
MOST_AT_ONCE = 3
# How often an append is tried again that the death of a connection has undone.
MOST_TRIES = 3
PAUSE_SECONDS = 0.1


class Append:
    """Rows to append, and the future that waits for the result."""

    __slots__ = ("closed", "fence", "future", "rows", "table")

    def __init__(
        self, table: str, rows: Sequence[Row], fence: Fence | None, *, closed: bool
    ) -> None:
        """Take what is to be written."""
        self.table = table
        self.rows = rows
        self.fence = fence
        self.closed = closed
        self.future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def done(self) -> None:
        """Tell the caller, if it still waits."""
        if not self.future.done():
            self.future.set_result(None)

    def failed(self, error: Exception) -> None:
        """Tell them that it was not done."""
        if not self.future.done():
            self.future.set_exception(error)
            # A caller that has given up does not need to know.
            self.future.exception()


class Appending:
    """The queue of appends and the statements under way."""

    def __init__(
        self,
        database: Database,
        on_commit: Callable[[int], object],
        on_write_failure: WriteFailureListener = ignore_failures,
    ) -> None:
        """Begin with nothing.

        `on_commit` is told how many appends each commit had.
        """
        self._failures = WriteFailures(on_write_failure)
        self._database = database
        self._on_commit = on_commit
        self._waiting: list[Append] = []
        self._busy: set[str] = set()
        self._rounds: set[asyncio.Task[None]] = set()
        self._starting = False

    async def append(self, append: Append) -> None:
        """Have it written, together with others."""
        self._waiting.append(append)
        self._start_soon()
        # A caller who is cancelled gives up waiting, not the rows.
        await asyncio.shield(append.future)

    async def finish(self) -> None:
        """Wait until nothing waits."""
        while self._rounds or self._waiting:
            self._start()
            await asyncio.wait(self._rounds)

    def _start_soon(self) -> None:
        # When all have asked who are about to: they share a statement.
        if not self._starting:
            self._starting = True
            asyncio.get_running_loop().call_soon(self._start)

    def _start(self) -> None:
        self._starting = False
        while len(self._rounds) < MOST_AT_ONCE and (batch := self._next()):
            task = asyncio.create_task(self._round(batch))
            self._rounds.add(task)
            task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._rounds.discard(task)
        self._start_soon()

    def _next(self) -> list[Append]:
        """The next appends, at most one of a table, and none of a table that is being written."""
        batch: list[Append] = []
        left: list[Append] = []
        rows = 0
        for append in self._waiting:
            fits = len(batch) < MOST_APPENDS and (not batch or rows + len(append.rows) <= MOST_ROWS)
            if fits and append.table not in self._busy:
                self._busy.add(append.table)
                rows += len(append.rows)
                batch.append(append)
            else:
                left.append(append)
        self._waiting = left
        return batch

    async def _round(self, batch: Sequence[Append]) -> None:
        try:
            await self._write(batch, MOST_TRIES)
        except Exception as error:  # noqa: BLE001 - whatever it is, a caller waits for an answer
            self._refuse(batch, self._database.failed(error))
        finally:
            self._busy.difference_update(append.table for append in batch)

    async def _write(self, batch: Sequence[Append], tries: int) -> None:
        asked = False
        try:
            async with self._database.connection() as connection:
                asked = True
                found = await connection.fetch(APPEND, *_columns(batch))
        except (asyncpg.UniqueViolationError, asyncpg.DeadlockDetectedError) as error:
            await self._one_by_one(batch, error, tries)
        except FAILURES as error:
            if asked and isinstance(error, UNSURE):
                await self._find_out(batch, error, tries)
                return
            self._refuse(batch, self._database.failed(error))
        else:
            self._tell(batch, {row["id"]: (row["won"], row["free"], row["gone"]) for row in found})

    def _tell(self, batch: Sequence[Append], outcome: dict[str, tuple[bool, bool, bool]]) -> None:
        won = [append for append in batch if outcome[append.table][0]]
        if won:
            self._failures.wrote()
            with suppress(Exception):
                self._on_commit(len(won))
        for append in batch:
            has_won, free, gone = outcome[append.table]
            if has_won:
                append.done()
            elif gone:
                append.failed(TableGone("store.table-gone"))
            else:
                append.failed(Conflict("store.conflict") if free else Fenced("store.fenced"))

    def _refuse(self, batch: Sequence[Append], error: StoreFailed) -> None:
        self._failures.refused(batch[0].table, error)
        for append in batch:
            append.failed(error)

    async def _one_by_one(self, batch: Sequence[Append], error: Exception, tries: int) -> None:
        """One of them stands in the way of the others: see which."""
        if len(batch) > 1:
            for append in batch:
                await self._write([append], tries)
        elif isinstance(error, asyncpg.UniqueViolationError):
            batch[0].failed(Conflict("store.conflict"))
        else:
            batch[0].failed(self._database.failed(error))

    async def _find_out(self, batch: Sequence[Append], error: Exception, tries: int) -> None:
        """The connection has died: see which rows are there, and write those that are not."""
        again: list[Append] = []
        try:
            heads, rows = await self._look(batch)
        except FAILURES:
            self._refuse(batch, self._database.unsure(error))
            return
        for append in batch:
            if rows.get(append.table) == append.rows[-1]:
                append.done()
            elif heads.get(append.table, 0) != append.rows[0].seq - 1:
                append.failed(Conflict("store.conflict"))
            elif tries <= 1:
                # Not there now; but what a lost connection has sent may still be read there.
                append.failed(self._database.unsure(error))
            else:
                again.append(append)
        if again:
            await self._write(again, tries - 1)

    async def _look(self, batch: Sequence[Append]) -> tuple[dict[str, int], dict[str, Row]]:
        """The last rows of their tables, and those in the place of theirs."""
        names = [append.table for append in batch]
        places = [append.rows[-1].seq for append in batch]
        async with asyncio.timeout(COMMAND_SECONDS):
            while True:
                try:
                    async with self._database.connection() as connection, connection.transaction():
                        heads = await connection.fetch(LOCKED_HEADS, names)
                        rows = await connection.fetch(LAST_ROWS, names, places)
                except UNSURE:
                    await asyncio.sleep(PAUSE_SECONDS)
                else:
                    return (
                        {row["id"]: row["seq"] for row in heads},
                        {name: Row(*columns) for name, *columns in rows},
                    )


def _columns(batch: Sequence[Append]) -> tuple[list[object], ...]:
    """The appends as the arrays of the statement."""
    return (
        [append.table for append in batch],
        [append.rows[0].seq for append in batch],
        [append.rows[-1].seq for append in batch],
        [append.rows[0].at for append in batch],
        [append.rows[-1].at for append in batch],
        [append.closed for append in batch],
        [append.fence and append.fence.server for append in batch],
        [append.fence and append.fence.number for append in batch],
        [append.table for append in batch for _ in append.rows],
        [row.seq for append in batch for row in append.rows],
        [row.guest for append in batch for row in append.rows],
        [row.command for append in batch for row in append.rows],
        [row.at for append in batch for row in append.rows],
        [row.body for append in batch for row in append.rows],
    )
