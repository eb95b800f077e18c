"""Everything that a store has at one moment, page by page, while others go on writing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from funicular.store.log import Row, Snapshot
from funicular.store.side_tables import SideTable, Value


class TableCounts(Struct, frozen=True):
    """A table, and its log counted row by row."""

    id: str
    created: float
    # The number of its last row, as the table has it.
    seq: int
    closed: bool
    # How many rows there are, and the numbers of the first and the last of them.
    rows: int
    first: int
    last: int

    @property
    def whole(self) -> bool:
        """True if the log is numbered without a gap, up to the table's last row."""
        return self.first == 1 and self.seq == self.last == self.rows


class Inventory(Protocol):
    """A store at one moment. Pages are in the order of ids, as bytes, and go on `after` an id."""

    async def tables(
        self, *, after: str, most: int, only: Sequence[str] | None = None
    ) -> tuple[TableCounts, ...]:
        """The next tables, of all or of these only."""

    async def rows(self, table: str, *, after: int = 0, most: int | None = None) -> tuple[Row, ...]:
        """The log of a table in order, from the row after this number on."""

    async def snapshot(self, table: str, form: str) -> Snapshot | None:
        """The table's snapshot if it has one of this form."""

    async def records(self, *, after: str, most: int) -> tuple[tuple[str, bytes], ...]:
        """The next records, with their names."""

    async def side_rows(
        self, table: SideTable, *, after: Sequence[Value], most: int
    ) -> tuple[tuple[Value, ...], ...]:
        """The next rows of a side table, in the order of its key; from the first on after ()."""

    async def damage(self) -> tuple[str, ...]:
        """What the database finds wrong with its files, and rows without a table or profile."""
