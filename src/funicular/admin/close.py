"""Closing a table for its operator: it is taken off the list, and a match under way is given up."""

from __future__ import annotations

import time

from funicular.admin.reading import entry_of, rows_of
from funicular.core.wire import to_json
from funicular.store.log import Conflict, Row, StoreFailed
from funicular.store.opening import Store
from funicular.table.decide import Chance, closed
from funicular.table.entries import AnyEntry, Listed
from funicular.table.table import Table, unfold

# Players who move at the same moment are outrun in the end.
MOST_TRIES = 50


async def close_table(store: Store, name: str, chance: Chance) -> bool | None:
    """Close a table; False if it was closed already, None if there is none.

    Written like any other row, so a server that plays there reads it and decides again.
    """
    for _ in range(MOST_TRIES):
        async with store.inventory() as found:
            rows = [row async for row in rows_of(found, name)]
        if not rows:
            return None
        entries = _closing(unfold((entry_of(row), row.at) for row in rows), chance)
        at = max(time.time(), rows[-1].at)
        try:
            if entries:
                await store.append(name, _numbered(entries, rows[-1].seq + 1, at), closed=True)
        except Conflict:
            continue
        await store.tell("grown", name)
        return bool(entries)
    raise StoreFailed("store.conflict")


def _closing(table: Table, chance: Chance) -> tuple[AnyEntry, ...]:
    entries = closed(table, chance).entries
    return (Listed(open=False), *entries) if entries and table.open else entries


def _numbered(entries: tuple[AnyEntry, ...], first: int, at: float) -> list[Row]:
    return [Row(seq, None, None, at, to_json(entry)) for seq, entry in enumerate(entries, first)]
