"""What an operator asks of a database."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from funicular.store.administration import (
    ORDER_SECONDS,
    PAST_BAN_SECONDS,
    Ban,
    BanKind,
    ClockSeen,
    Deletable,
    Order,
    OrderKind,
    TableListed,
    next_reading,
)
from funicular.store.log import TableGone
from funicular.store.postgres.database import FAILURES, Database
from funicular.store.validation import check_texts, is_text

if TYPE_CHECKING:
    from funicular.store.postgres.database import Connection

# Orders are written one transaction at a time: otherwise a smaller number could appear after a
# larger one was heard, and never be heard itself. "orders" as bytes.
ORDERS_LOCK = int.from_bytes(b"orders")
# Deleting a long log takes longer than a statement of a table may.
PATIENCE = 120.0

NOW = "extract(epoch FROM clock_timestamp())::float8"

LISTED = """
    SELECT id, created, touched, seq, closed FROM tables
    WHERE $1::float8 IS NULL OR touched < $1 OR touched = $1 AND id > $2
    ORDER BY touched DESC, id LIMIT $3
"""
# The table is locked first, as appends do, so none of them slips in between.
DELETE_TABLE = "DELETE FROM tables WHERE id = $1 AND ($2::float8 IS NULL OR touched < $2)"
DELETE_REST = (
    "DELETE FROM snapshots WHERE table_id = $1",
    "DELETE FROM chat_swept WHERE table_id = $1",
    "DELETE FROM claims WHERE table_id = $1",
    "DELETE FROM collected WHERE table_id = $1",
    "DELETE FROM leases WHERE table_id = $1",
    "DELETE FROM presence WHERE table_id = $1",
    # From `TABLE-` up to what follows the hyphen: the replays of the table.
    "DELETE FROM records WHERE name >= $1 || '-' AND name < $1 || '.'",
    # The result of an attempt stays, without a name: others are ranked by it.
    "UPDATE challenge_attempts SET name = '' WHERE table_id = $1",
)
NOTE_DELETED = f"INSERT INTO deleted VALUES ($1, $2, {NOW}) ON CONFLICT DO NOTHING"  # noqa: S608 - ours
ORDER = f"INSERT INTO orders (kind, subject, at) VALUES ($1, $2, {NOW})"  # noqa: S608 - ours
BAN = """
    INSERT INTO bans (kind, subject, shown, reason, made, until) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (kind, subject) DO UPDATE SET shown = excluded.shown, reason = excluded.reason,
    made = excluded.made, until = excluded.until
"""
BANS = f"""
    SELECT kind, subject, shown, reason, made, until FROM bans
    WHERE $1 OR until IS NULL OR until > {NOW} ORDER BY kind, subject
"""  # noqa: S608 - ours
REVISE = """
    UPDATE log SET body = new.body FROM unnest($2::bigint[], $3::bytea[]) AS new (seq, body)
    WHERE log.table_id = $1 AND log.seq = new.seq
"""
NOTE_CLOCK = """
    INSERT INTO clock VALUES (1, $1, $2)
    ON CONFLICT (only_row) DO UPDATE SET seen = excluded.seen, since = excluded.since
"""
# A table has connections if a living server says anything but "none".
UNUSED = """
    SELECT id FROM tables WHERE touched < $1 AND NOT EXISTS (
        SELECT FROM presence JOIN servers ON servers.id = presence.server
        WHERE presence.table_id = tables.id AND presence.body <> '{}'
        AND servers.until > clock_timestamp()
    )
    ORDER BY touched, id LIMIT $2
"""
UNSWEPT = """
    SELECT id FROM tables LEFT JOIN chat_swept ON table_id = id
    WHERE created < $1 AND coalesce(before, 0) < least($1, touched) ORDER BY id LIMIT $2
"""
SWEPT = """
    INSERT INTO chat_swept SELECT id, $1 FROM tables WHERE id = $2
    ON CONFLICT (table_id) DO UPDATE SET before = excluded.before
"""
OLD_RECORDS = """
    SELECT name FROM records WHERE at < $1 AND name <> '' AND position('-' IN name) = 0
    ORDER BY at, name LIMIT $2
"""
TIDY = (
    f"DELETE FROM orders WHERE at < {NOW} - {ORDER_SECONDS}",  # noqa: S608 - ours
    f"DELETE FROM bans WHERE until < {NOW} - {PAST_BAN_SECONDS}",  # noqa: S608 - ours
    """
    WITH dead AS (
        DELETE FROM servers WHERE until < clock_timestamp() - interval '1 hour' RETURNING id
    ), unleased AS (DELETE FROM leases WHERE server IN (SELECT id FROM dead))
    DELETE FROM presence WHERE server IN (SELECT id FROM dead)
    """,
)


class PostgresAdministration:
    """The `Administration` of a database."""

    def __init__(self, database: Database) -> None:
        """Take a database that is open and up to date."""
        self._database = database

    async def tables_listed(
        self, *, before: tuple[float, str] | None = None, most: int
    ) -> tuple[TableListed, ...]:
        """Tables, those touched last first."""
        touched, name = before or (None, "")
        found = await self._database.fetch(LISTED, touched, name, most)
        return tuple(TableListed(*columns) for columns in found)

    async def delete_tables(
        self, names: Sequence[str], *, before: float | None = None
    ) -> dict[str, int]:
        """Delete these tables and all that belongs to them."""
        for name in names:
            check_texts(name)
        gone: dict[str, int] = {}
        # In one order, so that two who delete the same do not wait for each other.
        for name in sorted(set(names)):
            async with self._changing() as connection:
                there = _count(await connection.execute(DELETE_TABLE, name, before))
                if before is not None and not there:
                    continue
                for statement in DELETE_REST:
                    await connection.execute(statement, name)
                rows = _count(await connection.execute("DELETE FROM log WHERE table_id = $1", name))
                await connection.execute(NOTE_DELETED, "table", name)
                await connection.execute(ORDER, "deleted", name)
            if rows or there:
                gone[name] = rows
        return gone

    async def delete_records(self, names: Sequence[str], *, final: bool) -> tuple[str, ...]:
        """Delete these records; those there were."""
        for name in names:
            check_texts(name)
        async with self._changing() as connection:
            found = await connection.fetch(
                "DELETE FROM records WHERE name = ANY ($1::text[]) RETURNING name", list(names)
            )
            for name in names:
                if final:
                    await connection.execute(NOTE_DELETED, "record", name)
                await connection.execute(ORDER, "record", name)
        return tuple(sorted(name for (name,) in found))

    async def deleted(self, kind: Deletable, names: Collection[str]) -> frozenset[str]:
        """Those of these names that were deleted for good."""
        found = await self._database.fetch(
            "SELECT name FROM deleted WHERE kind = $1 AND name = ANY ($2::text[])",
            kind,
            [name for name in names if is_text(name)],
        )
        return frozenset(name for (name,) in found)

    async def revise(self, table: str, bodies: Mapping[int, bytes]) -> None:
        """Rewrite the bodies of these rows, and forget the table's snapshot."""
        async with self._changing() as connection:
            sql = "SELECT FROM tables WHERE id = $1 FOR UPDATE"
            if await connection.fetchrow(sql, table) is None:
                raise TableGone("store.table-gone")
            await connection.execute(REVISE, table, list(bodies), list(bodies.values()))
            await connection.execute("DELETE FROM snapshots WHERE table_id = $1", table)
            await connection.execute(ORDER, "revised", table)

    async def revise_record(self, name: str, body: bytes) -> None:
        """Rewrite a record under the name it has."""
        async with self._changing() as connection:
            await connection.execute("UPDATE records SET body = $2 WHERE name = $1", name, body)
            await connection.execute(ORDER, "record", name)

    async def drop_snapshot(self, table: str) -> None:
        """Forget the table's snapshot."""
        await self._database.fetch("DELETE FROM snapshots WHERE table_id = $1", table)

    async def tell(self, kind: OrderKind, subject: str) -> None:
        """Give servers an order."""
        async with self._changing() as connection:
            await connection.execute(ORDER, kind, subject)

    async def orders(self, after: int) -> tuple[Order, ...]:
        """The orders after this number."""
        sql = "SELECT number, kind, subject FROM orders WHERE number > $1 ORDER BY number"
        return tuple(Order(*columns) for columns in await self._database.fetch(sql, after))

    async def last_order(self) -> int:
        """The number of the newest order."""
        found = await self._database.fetch("SELECT coalesce(max(number), 0) FROM orders")
        return int(found[0][0])

    async def ban(self, ban: Ban) -> None:
        """Ban, or change a ban that there is."""
        check_texts(ban.subject)
        async with self._changing() as connection:
            await connection.execute(
                BAN, ban.kind, ban.subject, ban.shown, ban.reason, ban.made, ban.until
            )
            await connection.execute(ORDER, "bans", ban.subject)

    async def pardon(self, kind: BanKind, subject: str) -> bool:
        """Lift a ban; whether there was one."""
        async with self._changing() as connection:
            gone = await connection.execute(
                "DELETE FROM bans WHERE kind = $1 AND subject = $2", kind, subject
            )
            await connection.execute(ORDER, "bans", subject)
        return _count(gone) > 0

    async def bans(self, *, past: bool = False) -> tuple[Ban, ...]:
        """The bans that hold; also those that have ended, if `past`."""
        return tuple(Ban(*columns) for columns in await self._database.fetch(BANS, past))

    async def clock(self) -> ClockSeen:
        """Read the database's clock, and note the reading."""
        async with self._changing() as connection:
            now = await connection.fetchval(f"SELECT {NOW}")
            seen = await connection.fetchrow("SELECT seen, since FROM clock")
            reading = next_reading(now, None if seen is None else (seen[0], seen[1]))
            await connection.execute(NOTE_CLOCK, reading.now, reading.since)
        return reading

    async def unused(self, *, before: float, most: int) -> tuple[str, ...]:
        """Tables that got their last row before this time and have no connections."""
        return await self._names(UNUSED, before, most)

    async def chat_unswept(self, *, before: float, most: int) -> tuple[str, ...]:
        """Tables that may have chat older than this which was not deleted yet."""
        return await self._names(UNSWEPT, before, most)

    async def chat_swept(self, table: str, before: float) -> None:
        """Note that the chat of a table has been deleted up to this time."""
        await self._database.fetch(SWEPT, before, table)

    async def old_records(self, *, before: float, most: int) -> tuple[str, ...]:
        """Records that came before this time, the oldest first."""
        return await self._names(OLD_RECORDS, before, most)

    async def tidy(self) -> None:
        """Delete old orders, past bans, and what dead servers have left."""
        for statement in TIDY:
            await self._database.fetch(statement)

    async def _names(self, sql: str, *values: object) -> tuple[str, ...]:
        return tuple(name for (name,) in await self._database.fetch(sql, *values))

    @asynccontextmanager
    async def _changing(self) -> AsyncIterator[Connection]:
        """A transaction that gives orders: one at a time, so that they appear in order."""
        try:
            async with self._database.connection() as connection, connection.transaction():
                await connection.execute(f"SET LOCAL statement_timeout = '{PATIENCE:.0f}s'")
                await connection.execute(
                    f"SELECT pg_advisory_xact_lock({ORDERS_LOCK})", timeout=PATIENCE
                )
                yield connection
        except FAILURES as error:
            raise self._database.failed(error) from error


def _count(status: str) -> int:
    """How many rows a statement has changed: `DELETE 3`."""
    return int(status.rpartition(" ")[2])
