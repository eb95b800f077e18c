"""A table as its log has it, played a page at a time, so that no log is too long."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from funicular.store.inventory import Inventory
from funicular.store.log import Row
from funicular.table.fold import after, unfold
from funicular.table.log_format import read_entry
from funicular.table.table import Table

PAGE = 500


async def unfolded(
    found: Inventory, table: str, *, begin: Table | None = None, until: int | None = None
) -> Table | None:
    """The table as its log has it up to this row; played from `begin` where that is known already.

    None if there is no such table. Raises what the rules raise, if its rows make no sense.
    """
    at = begin
    last = 0 if begin is None else begin.seq
    while until is None or last < until:
        most = PAGE if until is None else min(PAGE, until - last)
        page = await found.rows(table, after=last, most=most)
        if not page:
            break
        last = page[-1].seq
        # In a thread: a long log is no reason for other tables to wait.
        at = await asyncio.to_thread(_folded, at, page)
    return at


def _folded(table: Table | None, rows: Sequence[Row]) -> Table:
    if table is None:
        return unfold((read_entry(row.body), row.at) for row in rows)
    for row in rows:
        table = after(table, read_entry(row.body), row.at)
    return table
