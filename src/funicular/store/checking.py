"""Whether the logs are complete: numbered from 1 without a gap, up to the table's last row.

`admin/check` looks into the rows.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from funicular.store.copy import PAGE
from funicular.store.inventory import Inventory, TableCounts
from funicular.store.side_tables import SIDE_TABLES, Value


class Checked(Struct):
    """What was counted, and what is wrong."""

    tables: int = 0
    rows: int = 0
    records: int = 0
    # Of side tables: of profiles.
    side_rows: int = 0
    # The tables whose log has a gap or another end than the table says.
    broken: list[str] = []
    # What the database finds wrong.
    damage: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """True if nothing is wrong."""
        return not self.broken and not self.damage


async def check_logs(found: Inventory) -> Checked:
    """Look at the numbers of every table."""
    checked = Checked(damage=await found.damage())
    last = ""
    while page := await found.tables(after=last, most=PAGE):
        last = page[-1].id
        check_numbers(page, checked)
    last = ""
    while records := await found.records(after=last, most=PAGE):
        last = records[-1][0]
        checked.records += len(records)
    await count_side_rows(found, checked)
    return checked


async def count_side_rows(found: Inventory, checked: Checked) -> None:
    """Count the rows of the side tables; each can be read."""
    for table in SIDE_TABLES.values():
        after: tuple[Value, ...] = ()
        while side := await found.side_rows(table, after=after, most=PAGE):
            after = side[-1][: table.keys]
            checked.side_rows += len(side)


def check_numbers(page: Sequence[TableCounts], checked: Checked) -> None:
    """Count a page of tables, and name those whose log is not whole."""
    checked.tables += len(page)
    checked.rows += sum(table.rows for table in page)
    checked.broken += [table.id for table in page if not table.whole]
