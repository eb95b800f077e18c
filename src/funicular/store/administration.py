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
from msgspec.structs import astuple

from funicular.store.leases import FORGET_DEAD_SERVERS
from funicular.store.log import TableGone
from funicular.store.steps import (
    NOW,
    RunsSteps,
    Steps,
    changes,
    changes_alone,
    looks_up,
    names_in,
    shared,
)
from funicular.store.validation import check_texts, is_text

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

TABLES_LISTED = """
    SELECT id, created, touched, seq, closed FROM tables
    WHERE CAST($1 AS double precision) IS NULL OR touched < $1 OR touched = $1 AND id > $2
    ORDER BY touched DESC, id LIMIT $3
"""
TABLE_LOCKED = f"SELECT 1 FROM tables WHERE id = $1 {shared('FOR UPDATE')}"  # noqa: S608 - ours
# What belongs to a table.
DELETE_REST = (
    "DELETE FROM log WHERE table_id = $1",
    "DELETE FROM snapshots WHERE table_id = $1",
    "DELETE FROM chat_swept WHERE table_id = $1",
    "DELETE FROM claims WHERE table_id = $1",
    "DELETE FROM collected WHERE table_id = $1",
    shared("DELETE FROM leases WHERE table_id = $1"),
    shared("DELETE FROM presence WHERE table_id = $1"),
    # From `TABLE-` up to what follows the hyphen: the replays of the table.
    "DELETE FROM records WHERE name >= $1 || '-' AND name < $1 || '.'",
    # The result of an attempt stays, without a name: others are ranked by it.
    "UPDATE challenge_attempts SET name = '' WHERE table_id = $1",
)
BAN = """
    INSERT INTO bans (kind, subject, shown, reason, made, until) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (kind, subject) DO UPDATE SET shown = excluded.shown, reason = excluded.reason,
    made = excluded.made, until = excluded.until
"""
BANS = f"""
    SELECT kind, subject, shown, reason, made, until FROM bans
    WHERE $1 OR until IS NULL OR until > {NOW} ORDER BY kind, subject
"""  # noqa: S608 - ours
NOTE_CLOCK = """
    INSERT INTO clock (only_row, seen, since) VALUES (1, $1, $2)
    ON CONFLICT (only_row) DO UPDATE SET seen = excluded.seen, since = excluded.since
"""
# A table has connections if a living server says anything but "none".
CONNECTED = """
    SELECT 1 FROM presence JOIN servers ON servers.id = presence.server
    WHERE presence.table_id = tables.id AND presence.body <> '{}'
    AND servers.until > clock_timestamp()
"""
UNUSED = f"""
    SELECT id FROM tables WHERE touched < $1 {shared(f"AND NOT EXISTS ({CONNECTED})")}
    ORDER BY touched, id LIMIT $2
"""  # noqa: S608 - ours
UNSWEPT = """
    SELECT id FROM tables LEFT JOIN chat_swept ON table_id = id WHERE created < $1
    AND coalesce(before, 0) < $1 AND coalesce(before, 0) < touched ORDER BY id LIMIT $2
"""
SWEPT = """
    INSERT INTO chat_swept (table_id, before) SELECT id, $2 FROM tables WHERE id = $1
    ON CONFLICT (table_id) DO UPDATE SET before = excluded.before
"""
OLD_RECORDS = """
    SELECT name FROM records WHERE at < $1 AND name <> '' AND name NOT LIKE '%-%'
    ORDER BY at, name LIMIT $2
"""


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


class Administration(RunsSteps, Protocol):
    """What a store does for its operator. Every call may raise `StoreFailed`.

    A change that gives an order is alone: otherwise a smaller number could appear after a larger
    one was heard, and never be heard itself.
    """

    @looks_up
    def tables_listed(
        self, *, before: tuple[float, str] | None = None, most: int
    ) -> Steps[tuple[TableListed, ...]]:
        """Tables, those touched last first; the page after the one that ended `before` this."""
        found = yield TABLES_LISTED, (*(before or (None, "")), most)
        return tuple(
            TableListed(name, created, touched, seq, bool(closed))
            for name, created, touched, seq, closed in found
        )

    @changes_alone
    def delete_tables(
        self, names: Sequence[str], *, before: float | None = None
    ) -> Steps[dict[str, int]]:
        """Delete these tables and all that belongs to them; the number of rows of each there was.

        With `before`, only those that got no row since then. Otherwise a table that is not there
        is deleted all the same: its id is never given again.
        """
        for name in names:
            check_texts(name)
        gone: dict[str, int] = {}
        for name in sorted(set(names)):
            rows = yield from _delete_table(name, before)
            if rows is not None:
                gone[name] = rows
        return gone

    @changes_alone
    def delete_records(self, names: Sequence[str], *, final: bool) -> Steps[tuple[str, ...]]:
        """Delete these records; those there were. If `final`, none of them can be brought again."""
        for name in names:
            check_texts(name)
        gone = yield "DELETE FROM records WHERE name = ANY ($1) RETURNING name", (list(names),)
        for name in names:
            if final:
                yield from _note_deleted("record", name)
            yield from _order("record", name)
        return tuple(sorted(names_in(gone)))

    @looks_up
    def deleted(self, kind: Deletable, names: Collection[str]) -> Steps[frozenset[str]]:
        """Those of these names that were deleted for good."""
        wanted = [name for name in names if is_text(name)]
        sql = "SELECT name FROM deleted WHERE kind = $1 AND name = ANY ($2)"
        return frozenset(names_in((yield sql, (kind, wanted))))

    @changes_alone
    def revise(self, table: str, bodies: Mapping[int, bytes]) -> Steps[None]:
        """Rewrite the bodies of these rows, and forget the table's snapshot."""
        there = yield TABLE_LOCKED, (table,)
        if not there:
            raise TableGone("store.table-gone")
        for seq, body in bodies.items():
            yield "UPDATE log SET body = $3 WHERE table_id = $1 AND seq = $2", (table, seq, body)
        yield "DELETE FROM snapshots WHERE table_id = $1", (table,)
        yield from _order("revised", table)

    @changes_alone
    def revise_record(self, name: str, body: bytes) -> Steps[None]:
        """Rewrite a record under the name it has."""
        yield "UPDATE records SET body = $2 WHERE name = $1", (name, body)
        yield from _order("record", name)

    @changes
    def drop_snapshot(self, table: str) -> Steps[None]:
        """Forget the table's snapshot."""
        yield "DELETE FROM snapshots WHERE table_id = $1", (table,)

    @changes_alone
    def tell(self, kind: OrderKind, subject: str) -> Steps[None]:
        """Give servers an order."""
        yield from _order(kind, subject)

    @looks_up
    def orders(self, after: int) -> Steps[tuple[Order, ...]]:
        """The orders after this number."""
        sql = "SELECT number, kind, subject FROM orders WHERE number > $1 ORDER BY number"
        found = yield sql, (after,)
        return tuple(Order(*columns) for columns in found)

    @looks_up
    def last_order(self) -> Steps[int]:
        """The number of the newest order; 0 if there is none."""
        ((last,),) = yield "SELECT coalesce(max(number), 0) FROM orders", ()
        return int(last)

    @changes_alone
    def ban(self, ban: Ban) -> Steps[None]:
        """Ban, or change a ban that there is."""
        check_texts(ban.subject)
        yield BAN, astuple(ban)
        yield from _order("bans", ban.subject)

    @changes_alone
    def pardon(self, kind: BanKind, subject: str) -> Steps[bool]:
        """Lift a ban; true if there was one."""
        sql = "DELETE FROM bans WHERE kind = $1 AND subject = $2 RETURNING 1"
        gone = yield sql, (kind, subject)
        yield from _order("bans", subject)
        return bool(gone)

    @looks_up
    def bans(self, *, past: bool = False) -> Steps[tuple[Ban, ...]]:
        """The bans that hold by the store's clock; also those that have ended, if `past`."""
        found = yield BANS, (past,)
        return tuple(Ban(*columns) for columns in found)

    @changes_alone
    def clock(self) -> Steps[ClockSeen]:
        """Read the store's clock, and note the reading."""
        ((now,),) = yield f"SELECT {NOW}", ()
        seen = yield "SELECT seen, since FROM clock", ()
        reading = next_reading(now, (seen[0][0], seen[0][1]) if seen else None)
        yield NOTE_CLOCK, (reading.now, reading.since)
        return reading

    @looks_up
    def unused(self, *, before: float, most: int) -> Steps[tuple[str, ...]]:
        """Tables that got their last row before this time and have no connections.

        The oldest first. A store of one server does not know who is connected; its server does.
        """
        return names_in((yield UNUSED, (before, most)))

    @looks_up
    def chat_unswept(self, *, before: float, most: int) -> Steps[tuple[str, ...]]:
        """Tables that may have chat older than this which was not deleted yet."""
        return names_in((yield UNSWEPT, (before, most)))

    @changes
    def chat_swept(self, table: str, before: float) -> Steps[None]:
        """Note that the chat of a table has been deleted up to this time."""
        yield SWEPT, (table, before)

    @looks_up
    def old_records(self, *, before: float, most: int) -> Steps[tuple[str, ...]]:
        """Records brought before this time, the oldest first; none that goes with its table.

        Those have a hyphen in their name: `TABLE-3`.
        """
        return names_in((yield OLD_RECORDS, (before, most)))

    @changes
    def tidy(self) -> Steps[None]:
        """Delete what is no longer needed: old orders, past bans, traces of dead servers."""
        yield f"DELETE FROM orders WHERE at < {NOW} - {ORDER_SECONDS}", ()  # noqa: S608 - ours
        yield f"DELETE FROM bans WHERE until < {NOW} - {PAST_BAN_SECONDS}", ()  # noqa: S608 - ours
        yield FORGET_DEAD_SERVERS, ()


def _delete_table(name: str, before: float | None) -> Steps[int | None]:
    """The number of rows that were deleted; None if there was nothing or it is too young."""
    # Locked first, as appends do, so none of them slips in between.
    there = yield (
        (
            "DELETE FROM tables WHERE id = $1"
            " AND (CAST($2 AS double precision) IS NULL OR touched < $2) RETURNING 1"
        ),
        (name, before),
    )
    if before is not None and not there:
        return None
    ((rows,),) = yield "SELECT count(*) FROM log WHERE table_id = $1", (name,)
    for statement in DELETE_REST:
        yield statement, (name,)
    yield from _note_deleted("table", name)
    yield from _order("deleted", name)
    return rows if rows or there else None


def _note_deleted(kind: Deletable, name: str) -> Steps[None]:
    sql = f"INSERT INTO deleted (kind, name, at) VALUES ($1, $2, {NOW}) ON CONFLICT DO NOTHING"  # noqa: S608 - ours
    yield sql, (kind, name)


def _order(kind: OrderKind, subject: str) -> Steps[None]:
    yield f"INSERT INTO orders (kind, subject, at) VALUES ($1, $2, {NOW})", (kind, subject)  # noqa: S608 - ours
