"""Deleting what is older than its days, a little at a time.

Age is told by the database's clock, and only while that clock can be trusted: readings have to
follow one another for a day without a jump (`store/administration`). A machine whose clock is set
forty days ahead by mistake deletes nothing for a day, and nothing at all once the clock is right
again. What is deleted in one round is bounded as well.
"""

from __future__ import annotations

from collections.abc import Collection
from math import floor

from msgspec import Struct

from funicular.admin.chat import delete_chat
from funicular.store.administration import ClockSeen
from funicular.store.log import TableGone
from funicular.store.open import Store

DAY = 86_400.0
# In one round.
MOST_TABLES = 20
MOST_RECORDS = 100
MOST_CHATS = 20


class Keep(Struct, frozen=True):
    """For how many days what is kept; None is for ever."""

    # After the last row of a table.
    tables: float | None = None
    # After a line was said.
    chat: float | None = None
    # After a record was brought.
    records: float | None = None

    def __bool__(self) -> bool:
        """Tell whether anything is ever deleted."""
        return (self.tables, self.chat, self.records) != (None, None, None)


class Swept(Struct):
    """What a round has deleted."""

    tables: list[str] = []
    lines: int = 0
    records: list[str] = []
    # True if there may be more to delete.
    more: bool = False


class ClockDoubted(Exception):
    """The clock has jumped within the last day: nothing is deleted by age."""

    def __init__(self, clock: ClockSeen) -> None:
        """Take the reading."""
        super().__init__()
        self.clock = clock


async def sweep(
    store: Store, keep: Keep, *, busy: Collection[str] = (), trust_clock: bool = False
) -> Swept:
    """Delete one round of what is too old; never a table of `busy`, where somebody is.

    `ClockDoubted` if the clock cannot be trusted, unless the operator says that it can.
    """
    clock = await store.clock()
    if not (clock.trusted or trust_clock):
        raise ClockDoubted(clock)
    swept = Swept()
    if keep.tables is not None:
        await _sweep_tables(store, clock.now - keep.tables * DAY, busy, swept)
    if keep.records is not None:
        old = await store.old_records(before=clock.now - keep.records * DAY, most=MOST_RECORDS)
        # Not for good: a person who has the file may bring it again.
        swept.records += await store.delete_records(old, final=False) if old else ()
        swept.more |= len(old) == MOST_RECORDS
    if keep.chat is not None:
        # By whole days, so that a table is looked through once a day and not once a minute.
        await _sweep_chat(store, floor(clock.now / DAY - keep.chat) * DAY, swept)
    await store.tidy()
    return swept


async def _sweep_tables(store: Store, before: float, busy: Collection[str], swept: Swept) -> None:
    found = await store.unused(before=before, most=MOST_TABLES + len(busy))
    old = [name for name in found if name not in busy][:MOST_TABLES]
    swept.tables += await store.delete_tables(old, before=before) if old else ()
    swept.more |= len(old) == MOST_TABLES


async def _sweep_chat(store: Store, before: float, swept: Swept) -> None:
    tables = await store.chat_unswept(before=before, most=MOST_CHATS)
    for table in tables:
        try:
            swept.lines += await delete_chat(store, table, before=before)
            await store.chat_swept(table, before)
        except TableGone:
            continue
    swept.more |= len(tables) == MOST_CHATS
