"""The log of every table, as the server asks for it.

`sqlite` keeps it in a file, `postgres` in a database that several servers share.

A log only grows. Its rows are numbered from 1 at each table. What is in a row is known to
`table/log_format`; here it is bytes. `append` returns once the rows are safe on disk, so "done" may
be answered after it. Two servers may share a store: a row number can be used only once, and the
server that comes second gets a `Conflict` and reads again.
"""

from __future__ import annotations

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
