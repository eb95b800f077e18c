"""The log of every table, as the server asks for it.

`sqlite` keeps it in a file, `postgres` in a database that several servers share.

A log only grows. Its rows are numbered from 1 at each table. What is in a row is known to
`table/log_format`; here it is bytes. `append` returns once the rows are safe on disk, so "done" may
be answered after it. Two servers may share a store: a row number can be used only once, and the
server that comes second gets a `Conflict` and reads again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from funicular.core.errors import FunicularError


class Row(Struct, frozen=True):
    """An entry of a table's log."""

    seq: int
    # The guest whose command led to it, and the command's id: each command is done only once.
    guest: str | None
    command: str | None
    # Seconds since 1970.
    at: float
    body: bytes


class StoredTable(Struct, frozen=True):
    """A table in the store, and when it was opened."""

    id: str
    created: float


class Fence(Struct, frozen=True):
    """Proof of holding a lease. It is worthless once another server has taken the lease."""

    server: str
    number: int


class Snapshot(Struct, frozen=True):
    """A table as it was after row `seq`: a cache, in a form that may change with any release."""

    seq: int
    body: bytes


class Conflict(FunicularError):
    """Another server has written a row of this number, or done this command."""


class Fenced(Conflict):
    """Another server has taken the lease of this table meanwhile."""


class StoreFailed(FunicularError):
    """The store cannot be read or written. Nothing was kept of what was asked."""


class TableGone(StoreFailed):
    """The table was deleted: nothing can be written to it, now or later."""


class StoreAway(StoreFailed):
    """The store cannot be reached now, as while a database starts; waiting may help."""


class Unsure(StoreFailed):
    """The connection was lost during a write: only reading tells whether the rows were kept."""


class Log(Protocol):
    """A store of logs, and of records that people bring along."""

    async def append(
        self, table: str, rows: Sequence[Row], *, fence: Fence | None = None, closed: bool = False
    ) -> None:
        """Keep these rows, all or none; the first row ever makes the table.

        With a fence, only while the lease is held with it (`Fenced`). `closed` says that the table
        rests after these rows: until others follow, `untouched` does not tell of it.
        """

    async def read(self, table: str, *, after: int = 0, most: int | None = None) -> tuple[Row, ...]:
        """The rows of a table in order, those after this number; () if there is no such table.

        With `most`, at most that number of rows.
        """

    async def find_command(self, table: str, guest: str, command: str) -> int | None:
        """The number of the row that this guest's command of this id has led to, if it was done."""

    async def heads(self, tables: Sequence[str]) -> dict[str, int]:
        """The number of the last row of each of these tables that there is."""

    async def tables(self, *, most: int) -> tuple[StoredTable, ...]:
        """The newest tables, the newest first."""

    async def untouched(self, *, before: float, most: int) -> tuple[str, ...]:
        """Tables that are not closed and got their last row before this time, the oldest first."""

    async def keep_record(self, name: str, record: bytes) -> None:
        """Keep a record under this name. A second one of the same name changes nothing."""

    async def record(self, name: str) -> bytes | None:
        """The record of this name."""

    async def keep_snapshot(self, table: str, form: str, snapshot: Snapshot) -> None:
        """Keep this in the place of the table's older snapshot. It need not outlive a power cut."""

    async def snapshot(self, table: str, form: str) -> Snapshot | None:
        """The table's snapshot if it has one of this form."""

    async def forget_snapshots(self) -> int:
        """Delete all snapshots, and return how many there were. Nothing is lost by it."""

    async def check(self) -> None:
        """Write and forget something; `StoreFailed` if that cannot be done."""

    async def close(self) -> None:
        """Keep what is still waiting, then give back the file or the connections."""
