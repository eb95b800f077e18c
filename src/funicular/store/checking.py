"""Whether the logs are whole: numbered from 1 without a gap, up to the row said to be the last."""

from __future__ import annotations

from msgspec import Struct

from funicular.store.inventory import Inventory
from funicular.store.moving import PAGE


class Checked(Struct):
    """What was counted, and what is wrong."""

    tables: int = 0
    rows: int = 0
    records: int = 0
    # The tables whose log has a gap or another end than the table says.
    broken: list[str] = []
    # What the database finds wrong.
    damage: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether nothing is wrong."""
        return not self.broken and not self.damage


async def check_logs(found: Inventory) -> Checked:
    """Look at every table."""
    checked = Checked(damage=await found.damage())
    last = ""
    while page := await found.tables(after=last, most=PAGE):
        last = page[-1].id
        checked.tables += len(page)
        checked.rows += sum(kept.rows for kept in page)
        checked.broken += [kept.id for kept in page if not kept.whole]
    last = ""
    while records := await found.records(after=last, most=PAGE):
        last = records[-1][0]
        checked.records += len(records)
    return checked
