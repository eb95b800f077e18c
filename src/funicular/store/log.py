"""The log of every table, as the server asks for it; `sqlite` keeps it in a file.

A log only grows. Its rows are numbered from 1 at each table, and what is in a row is the table's
own business: here it is bytes. `append` returns once the rows are safe on disk, so whoever is told
"done" after it is told the truth. Two servers may have one store: the number of a row can be given
only once, and whoever comes second gets a `Conflict` and reads again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from funicular.core.errors import FunicularError


class Row(Struct, frozen=True):
    """An entry of a table's log."""

    seq: int
    # Whose command it comes from, and that command's id: each is done only once.
    guest: str | None
    command: str | None
    # Seconds since 1970.
    at: float
    body: bytes


class Known(Struct, frozen=True):
    """A table that the store has."""

    id: str
    created: float


class Conflict(FunicularError):
    """Somebody else has written a row of this number, or done this command."""


class StoreFailed(FunicularError):
    """The store cannot be read or written. Nothing was kept of what was asked."""


class Log(Protocol):
    """A store of logs, and of records that people bring along."""

    async def append(self, table: str, rows: Sequence[Row]) -> None:
        """Keep these rows, all or none; the first row ever makes the table."""

    async def read(self, table: str, *, after: int = 0) -> tuple[Row, ...]:
        """The rows of a table in order, those after this number; () if there is no such table."""

    async def tables(self, *, most: int) -> tuple[Known, ...]:
        """The newest tables, the newest first."""

    async def keep_record(self, name: str, record: bytes) -> None:
        """Keep a record under this name. A second one of the same name changes nothing."""

    async def record(self, name: str) -> bytes | None:
        """The record of this name."""

    async def check(self) -> None:
        """Write and forget something; `StoreFailed` if that cannot be done."""

    async def close(self) -> None:
        """Keep what is still waiting, then give back the file."""
