"""The entries of a table's log, a page at a time, so that no log is too long."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from funicular.core.wire import from_json
from funicular.store.inventory import Inventory
from funicular.store.log import Row
from funicular.table.entries import AnyEntry

PAGE = 500


async def rows_of(found: Inventory, table: str) -> AsyncIterator[Row]:
    """The rows of a table in order."""
    last = 0
    while page := await found.rows(table, after=last, most=PAGE):
        last = page[-1].seq
        for row in page:
            yield row


def entry_of(row: Row) -> AnyEntry:
    """What a row says; `BadRecord` if it says nothing that we know."""
    # Any: a union is no type to mypy.
    kind: Any = AnyEntry
    entry: AnyEntry = from_json(row.body, kind)
    return entry
