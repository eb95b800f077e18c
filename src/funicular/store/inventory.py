"""Everything that a store has at one moment, page by page, while others go on writing.

`every_…` goes through all the pages, so that nothing is too long for the memory.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from msgspec import Struct

from funicular.store.log import Row, Snapshot
from funicular.store.logs import read_rows, read_snapshot
from funicular.store.side_tables import SideTable, Value, stray_rows
from funicular.store.steps import LooksUp, Steps, looks_up

PAGE = 256
# A record can have two megabytes.
RECORDS_AT_ONCE = 16

TABLES = """
    SELECT id, created, seq, closed,
        (SELECT count(*) FROM log WHERE table_id = tables.id),
        (SELECT coalesce(min(log.seq), 0) FROM log WHERE table_id = tables.id),
        (SELECT coalesce(max(log.seq), 0) FROM log WHERE table_id = tables.id)
    FROM tables WHERE id > $1
"""
STRAY_ROWS = """
    SELECT DISTINCT table_id FROM log
    WHERE NOT EXISTS (SELECT 1 FROM tables WHERE tables.id = log.table_id)
"""


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


class Inventory(LooksUp):
    """A store at one moment. Pages are in the order of ids, as bytes, and go on `after` an id."""

    @looks_up
    def tables(
        self, *, after: str, most: int, only: Sequence[str] | None = None
    ) -> Steps[tuple[TableCounts, ...]]:
        """The next tables, of all or of these only."""
        among, names = ("", ()) if only is None else ("AND id = ANY ($3)", (list(only),))
        found = yield f"{TABLES} {among} ORDER BY id LIMIT $2", (after, most, *names)
        return tuple(
            TableCounts(name, created, seq, bool(closed), *counted)
            for name, created, seq, closed, *counted in found
        )

    @looks_up
    def rows(
        self, table: str, *, after: int = 0, most: int | None = None
    ) -> Steps[tuple[Row, ...]]:
        """The log of a table in order, from the row after this number on."""
        return (yield from read_rows(table, after=after, most=most))

    @looks_up
    def snapshot(self, table: str, form: str) -> Steps[Snapshot | None]:
        """The table's snapshot if it has one of this form."""
        return (yield from read_snapshot(table, form))

    @looks_up
    def records(self, *, after: str, most: int) -> Steps[tuple[tuple[str, bytes], ...]]:
        """The next records, with their names."""
        sql = "SELECT name, body FROM records WHERE name > $1 ORDER BY name LIMIT $2"
        found = yield sql, (after, most)
        return tuple((name, body) for name, body in found)

    @looks_up
    def side_rows(
        self, table: SideTable, *, after: Sequence[Value], most: int
    ) -> Steps[tuple[tuple[Value, ...], ...]]:
        """The next rows of a side table, in the order of its key; from the first on after ()."""
        found = yield table.page(after, most)
        return tuple(tuple(row) for row in found)

    async def every_table(self, *, only: Sequence[str] | None = None) -> AsyncIterator[TableCounts]:
        """All tables, or these only."""
        last = ""
        while page := await self.tables(after=last, most=PAGE, only=only):
            last = page[-1].id
            for table in page:
                yield table

    async def every_row(self, table: str) -> AsyncIterator[Row]:
        """The log of a table in order."""
        last = 0
        while page := await self.rows(table, after=last, most=PAGE):
            last = page[-1].seq
            for row in page:
                yield row

    async def every_record(self) -> AsyncIterator[tuple[str, bytes]]:
        """All records, with their names."""
        last = ""
        while page := await self.records(after=last, most=RECORDS_AT_ONCE):
            last = page[-1][0]
            for record in page:
                yield record

    async def side_pages(self, table: SideTable) -> AsyncIterator[tuple[tuple[Value, ...], ...]]:
        """All rows of a side table, a page at a time."""
        after: tuple[Value, ...] = ()
        while page := await self.side_rows(table, after=after, most=PAGE):
            after = page[-1][: table.keys]
            yield page

    @looks_up
    def damage(self) -> Steps[tuple[str, ...]]:
        """What the database finds wrong with its files, and rows without a table or profile."""
        found = yield STRAY_ROWS, ()
        return (*(f"log: {name}" for (name,) in found), *(yield from stray_rows()))
