"""Whether the logs are complete: numbered from 1 without a gap, up to the table's last row.

`admin/check` looks into the rows.
"""

from __future__ import annotations

from msgspec import Struct

from funicular.store.inventory import Inventory, TableCounts
from funicular.store.side_tables import SIDE_TABLES


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

    def count(self, table: TableCounts) -> None:
        """Count a table, and name it if its log is not whole."""
        self.tables += 1
        self.rows += table.rows
        if not table.whole:
            self.broken.append(table.id)

    async def count_side_rows(self, found: Inventory) -> None:
        """Count the rows of the side tables; each can be read."""
        for table in SIDE_TABLES.values():
            async for page in found.side_pages(table):
                self.side_rows += len(page)


async def check_logs(found: Inventory) -> Checked:
    """Look at the numbers of every table."""
    checked = Checked(damage=await found.damage())
    async for table in found.every_table():
        checked.count(table)
    async for _ in found.every_record():
        checked.records += 1
    await checked.count_side_rows(found)
    return checked
