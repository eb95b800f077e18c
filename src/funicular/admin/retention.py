"""For how many days what is kept, and deleting what is older, a little at a time.

How long is chosen at the first start of a server and kept with the store; an operator may choose
anew, and what a server is given when it starts wins. A store that has something,
with nothing chosen for it, keeps all: that of a table at home, say.

Age is told by the database's clock, and only while that clock can be trusted: readings have to
follow one another for a day without a jump (`store/administration`). A machine whose clock is set
forty days ahead by mistake deletes nothing for a day, and nothing at all once the clock is right
again. What is deleted in one round is bounded as well.
"""

from __future__ import annotations

import math
from collections.abc import Collection

from msgspec import Struct
from msgspec.structs import asdict

from funicular.admin.chat import delete_chat
from funicular.store.administration import ClockSeen
from funicular.store.log import TableGone
from funicular.store.open import Store
from funicular.store.retention import choose_days, chosen_days

DAY = 86_400.0
# In one round.
MOST_TABLES = 20
MOST_RECORDS = 100
MOST_CHATS = 20


# What is said where something is to be kept for ever, though something else was chosen before.
FOR_EVER = math.inf
# A store's own word for that.
NO_END = 0.0


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

    def over(self, other: Keep | None) -> Keep:
        """What is said here, and where nothing is said, what the other one has."""
        below = asdict(other or Keep())
        return Keep(**{what: below[what] if n is None else n for what, n in asdict(self).items()})

    def settled(self) -> Keep:
        """The same, with None for all that is kept for ever."""
        return Keep(**{what: None if n == FOR_EVER else n for what, n in asdict(self).items()})


# What a server keeps that others use, unless its operator has chosen otherwise.
SERVER_KEEP = Keep(tables=365.0, chat=90.0, records=365.0)


async def chosen_keep(store: Store) -> Keep | None:
    """What was chosen for this store; None where nothing was."""
    days = await store.look_up(chosen_days)
    # Whatever else a store may say, out of a backup say, deletes nothing.
    said = {what: days.get(what, NO_END) for what in asdict(Keep())}
    return Keep(**{what: n if n > 0 else FOR_EVER for what, n in said.items()}) if days else None


async def choose_keep(store: Store, keep: Keep) -> None:
    """Choose what is said here; the rest stays as it is."""
    days = _days_of(keep)
    await store.change(lambda: choose_days(days, anew=True))


async def lacks_choice(store: Store) -> bool:
    """Whether nothing was chosen and nothing is kept yet: no operator relies on anything."""
    if await store.look_up(chosen_days):
        return False
    async with store.inventory() as found:
        return not (await found.tables(after="", most=1) or await found.records(after="", most=1))


async def choose_first(store: Store, keep: Keep) -> None:
    """Choose for a new store; of two servers that begin at once the first one does."""
    if await lacks_choice(store):
        days = _days_of(keep)
        await store.change(lambda: choose_days(days, anew=False))


def _days_of(keep: Keep) -> dict[str, float]:
    said = {what: n for what, n in asdict(keep).items() if n is not None}
    return {what: NO_END if n == FOR_EVER else n for what, n in said.items()}


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
        await _sweep_chat(store, math.floor(clock.now / DAY - keep.chat) * DAY, swept)
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
