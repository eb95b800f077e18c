"""Closing a table for its operator: it is taken off the list, and a match under way is given up."""

from __future__ import annotations

import time

from funicular.admin.reading import unfolded
from funicular.store.log import Conflict, Row, StoreFailed
from funicular.store.open import Store
from funicular.table.decide import closed
from funicular.table.decision import Chance
from funicular.table.entries import AnyEntry, ListingChanged
from funicular.table.log_format import write_entry
from funicular.table.table import Table

# Players who move at the same moment are outrun in the end.
MOST_TRIES = 50


async def close_table(store: Store, name: str, chance: Chance) -> bool | None:
    """Close a table; False if it was closed already, None if there is none.

    Written like any other row, so a server that plays there reads it and decides again.
    """
    for _ in range(MOST_TRIES):
        async with store.inventory() as found:
            table = await unfolded(found, name)
            if table is None:
                return None
            (last,) = await found.rows(name, after=table.seq - 1, most=1)
        entries = _closing(table, chance)
        at = max(time.time(), last.at)
        try:
            if entries:
                await store.append(name, _numbered(entries, table.seq + 1, at), closed=True)
        except Conflict:
            continue
        await store.tell("grown", name)
        return bool(entries)
    raise StoreFailed("store.conflict")


def _closing(table: Table, chance: Chance) -> tuple[AnyEntry, ...]:
    entries = closed(table, chance).entries
    return (ListingChanged(open=False), *entries) if entries and table.open else entries


def _numbered(entries: tuple[AnyEntry, ...], first: int, at: float) -> list[Row]:
    return [
        Row(seq, None, None, at, write_entry(entry)) for seq, entry in enumerate(entries, first)
    ]
