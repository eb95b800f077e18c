"""Deleting lines of chat from a log: the row stays, what was said does not."""

from __future__ import annotations

from msgspec.structs import replace

from funicular.core.errors import BadRecord
from funicular.store.open import Store
from funicular.table.entries import Said
from funicular.table.log_format import read_entry, write_entry


async def delete_chat(store: Store, table: str, *, before: float) -> int:
    """Delete the lines of a table that were said before this time; how many there were."""
    bodies: dict[int, bytes] = {}
    async with store.inventory() as found:
        async for row in found.every_row(table):
            if row.at >= before:
                break
            try:
                entry = read_entry(row.body)
            except BadRecord:
                # `funicular store check` names it; it is nothing that anybody will read.
                continue
            if isinstance(entry, Said) and entry.text:
                bodies[row.seq] = write_entry(replace(entry, text=""))
    if bodies:
        await store.revise(table, bodies)
    return len(bodies)
