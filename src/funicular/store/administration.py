"""What an operator asks of a store, while servers run or without any.

A change and the order that tells servers of it are one transaction: a program that dies in between
has done both or neither. An order changes nothing itself. It says what was changed, so a server
that hears it twice, or starts after it, is none the worse.

`deleted`   a table is gone: forget it and close its sockets.
`revised`   rows of a table were rewritten: read it again.
`grown`     a program that is no server appended to a table: look.
`bans`      a ban was made or lifted: read the bans again.
`record`    a record is gone or was rewritten.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal, Protocol

from msgspec import Struct

OrderKind = Literal["deleted", "revised", "grown", "bans", "record"]
BanKind = Literal["address", "name"]
Deletable = Literal["table", "record"]

# A step of the clock by more than this, forwards or backwards, is a jump.
JUMP_SECONDS = 86_400.0
# Nothing is deleted by age until the clock was read without a jump for this long.
TRUST_SECONDS = 86_400.0
# Orders older than this were heard by every living server.
ORDER_SECONDS = 7 * 86_400.0
# For how long a ban that has ended is still listed.
PAST_BAN_SECONDS = 30 * 86_400.0


class Order(Struct, frozen=True):
    """Something that servers have to hear of."""

    number: int
    kind: OrderKind
    subject: str


class Ban(Struct, frozen=True):
    """An address or a name that is not let in."""

    kind: BanKind
    # A network, or a name as it is compared.
    subject: str
    # As the operator wrote it.
    shown: str
    reason: str
    # Seconds since 1970; without an end, for good.
    made: float
    until: float | None = None


class TableListed(Struct, frozen=True):
    """A table, without a look into its log."""

    id: str
    created: float
    touched: float
    seq: int
    closed: bool


class ClockSeen(Struct, frozen=True):
    """The database's clock, and since when its readings have followed one another."""

    now: float
    since: float

    @property
    def trusted(self) -> bool:
        """True if the clock has not jumped for long enough to delete anything by age."""
        return self.now - self.since >= TRUST_SECONDS


def next_reading(now: float, seen: tuple[float, float] | None) -> ClockSeen:
    """The clock read now, after the last reading and the begin of its run, if there were any."""
    if seen is None or abs(now - seen[0]) > JUMP_SECONDS:
        return ClockSeen(now, now)
    return ClockSeen(now, min(seen[1], now))


class Administration(Protocol):
    """What a store does for its operator. Every call may raise `StoreFailed`."""

    async def tables_listed(
        self, *, before: tuple[float, str] | None = None, most: int
    ) -> tuple[TableListed, ...]:
        """Tables, those touched last first; the page after the one that ended `before` this."""

    async def delete_tables(
        self, names: Sequence[str], *, before: float | None = None
    ) -> dict[str, int]:
        """Delete these tables and all that belongs to them; the number of rows of each there was.

        With `before`, only those that got no row since then. Otherwise a table that is not there
        is deleted all the same: its id is never given again.
        """

    async def delete_records(self, names: Sequence[str], *, final: bool) -> tuple[str, ...]:
        """Delete these records; those there were. If `final`, none of them can be brought again."""

    async def deleted(self, kind: Deletable, names: Collection[str]) -> frozenset[str]:
        """Those of these names that were deleted for good."""

    async def revise(self, table: str, bodies: Mapping[int, bytes]) -> None:
        """Rewrite the bodies of these rows, and forget the table's snapshot."""

    async def revise_record(self, name: str, body: bytes) -> None:
        """Rewrite a record under the name it has."""

    async def drop_snapshot(self, table: str) -> None:
        """Forget the table's snapshot."""

    async def tell(self, kind: OrderKind, subject: str) -> None:
        """Give servers an order."""

    async def orders(self, after: int) -> tuple[Order, ...]:
        """The orders after this number."""

    async def last_order(self) -> int:
        """The number of the newest order; 0 if there is none."""

    async def ban(self, ban: Ban) -> None:
        """Ban, or change a ban that there is."""

    async def pardon(self, kind: BanKind, subject: str) -> bool:
        """Lift a ban; true if there was one."""

    async def bans(self, *, past: bool = False) -> tuple[Ban, ...]:
        """The bans that hold by the database's clock; also those that have ended, if `past`."""

    async def clock(self) -> ClockSeen:
        """Read the database's clock, and note the reading."""

    async def unused(self, *, before: float, most: int) -> tuple[str, ...]:
        """Tables that got their last row before this time and have no connections.

        The oldest first. A store of one server does not know who is connected; its server does.
        """

    async def chat_unswept(self, *, before: float, most: int) -> tuple[str, ...]:
        """Tables that may have chat older than this which was not deleted yet."""

    async def chat_swept(self, table: str, before: float) -> None:
        """Note that the chat of a table has been deleted up to this time."""

    async def old_records(self, *, before: float, most: int) -> tuple[str, ...]:
        """Records brought before this time, the oldest first; none that goes with its table.

        Those have a hyphen in their name: `TABLE-3`.
        """

    async def tidy(self) -> None:
        """Delete what is no longer needed: old orders, past bans, traces of dead servers."""
