"""Copying one store into another, which may have part of it already: nothing there is changed.

Rows keep their numbers. Rows that a log lacks are added; a log that is longer there is left as it
is; one that differs is left as it is, and named in the result.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

from msgspec import Struct

from funicular.store.inventory import Inventory
from funicular.store.log import Conflict, Row, StoreFailed
from funicular.store.open import Store
from funicular.store.side_tables import SIDE_TABLES, Value, add_rows

# Together, so that they share commits.
AT_ONCE = 64
ROWS_AT_ONCE = 1000


class WholeLog(Struct, frozen=True):
    """A table with all of its rows."""

    id: str
    closed: bool
    rows: tuple[Row, ...]


class NamedRecord(Struct, frozen=True):
    """A record, under the name it has in the store."""

    name: str
    body: bytes


class SideRows(Struct, frozen=True):
    """Rows of a side table, one after the other."""

    table: str
    rows: tuple[tuple[Value, ...], ...]


Item = WholeLog | NamedRecord | SideRows


class CopyResult(Struct):
    """What was added, and what was not."""

    # Tables that were not there; tables that were there and grew; rows and records added.
    new: int = 0
    longer: int = 0
    rows: int = 0
    records: int = 0
    # Of side tables: of profiles.
    side_rows: int = 0
    # Tables and records that were there already, all of them or more.
    same: int = 0
    # The names of those that differ.
    different: list[str] = []
    # The names of those that were deleted there, and stay so.
    deleted: list[str] = []


async def contents(
    found: Inventory, damaged: list[str], *, only: Sequence[str] | None = None
) -> AsyncIterator[Item]:
    """All tables and records, or these tables only; those with a gap are named in `damaged`."""
    async for table in found.every_table(only=only):
        if table.whole:
            yield WholeLog(table.id, table.closed, await found.rows(table.id))
        else:
            damaged.append(table.id)
    if only is not None:
        return
    async for name, body in found.every_record():
        yield NamedRecord(name, body)
    for side_table in SIDE_TABLES.values():
        async for page in found.side_pages(side_table):
            yield SideRows(side_table.name, page)


async def copy_into(items: AsyncIterator[Item], store: Store) -> CopyResult:
    """Add to the store what it lacks of these items."""
    result = CopyResult()
    waiting: list[Item] = []
    async for item in items:
        waiting.append(item)
        # What belongs to a profile comes after it.
        if len(waiting) == AT_ONCE or isinstance(item, SideRows):
            await asyncio.gather(*(_add(each, store, result) for each in waiting))
            waiting.clear()
    await asyncio.gather(*(_add(each, store, result) for each in waiting))
    return result


async def _add(item: Item, store: Store, result: CopyResult) -> None:
    if isinstance(item, SideRows):
        table = SIDE_TABLES[item.table]
        added = await store.change(lambda: add_rows(table, item.rows))
        result.side_rows += added
        return
    if isinstance(item, NamedRecord):
        await _add_record(item, store, result)
        return
    if await store.deleted("table", [item.id]):
        result.deleted.append(item.id)
        return
    begun: bool | None = None
    # At each conflict another server has written a row, so that there is one less to write.
    for _ in range(len(item.rows) + 1):
        there = await store.read(item.id)
        begun = bool(there) if begun is None else begun
        shared = min(len(there), len(item.rows))
        if there[:shared] != item.rows[:shared]:
            result.different.append(item.id)
            return
        if shared == len(item.rows):
            result.same += 1
            return
        try:
            await _append(item, shared, store, result)
        except Conflict:
            # The table is being played on there: read what is new.
            continue
        if begun:
            result.longer += 1
        else:
            result.new += 1
        return
    raise StoreFailed("store.conflict")


async def _append(item: WholeLog, after: int, store: Store, result: CopyResult) -> None:
    for first in range(after, len(item.rows), ROWS_AT_ONCE):
        rows = item.rows[first : first + ROWS_AT_ONCE]
        at_end = first + len(rows) == len(item.rows)
        await store.append(item.id, rows, closed=item.closed and at_end)
        result.rows += len(rows)


async def _add_record(item: NamedRecord, store: Store, result: CopyResult) -> None:
    there = await store.record(item.name)
    if there is None and await store.deleted("record", [item.name]):
        result.deleted.append(item.name)
    elif there is None:
        await store.keep_record(item.name, item.body)
        result.records += 1
    elif there == item.body:
        result.same += 1
    else:
        result.different.append(item.name)
