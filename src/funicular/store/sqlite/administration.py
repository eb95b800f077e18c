"""What an operator asks of a file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import TypeVar

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
from funicular.store.sqlite.writing import Change
from funicular.store.validation import check_texts, is_text

T = TypeVar("T")

# Seconds since 1970, by the clock of the machine that has the file.
NOW = "(julianday('now') - 2440587.5) * 86400.0"
BANS = f"""
    SELECT kind, subject, shown, reason, made, until FROM bans
    WHERE ? OR until IS NULL OR until > {NOW} ORDER BY kind, subject
"""  # noqa: S608 - ours


class SqliteAdministration:
    """The `Administration` of a file."""

    # Of the store that this is a part of.
    _write: Callable[[Change], Awaitable[None]]
    _read: Callable[[Callable[[sqlite3.Connection], object]], Awaitable[object]]

    async def tables_listed(
        self, *, before: tuple[float, str] | None = None, most: int
    ) -> tuple[TableListed, ...]:
        """Tables, those touched last first."""
        touched, name = before or (None, "")

        def look(connection: sqlite3.Connection) -> tuple[TableListed, ...]:
            found = connection.execute(
                "SELECT id, created, touched, seq, closed FROM tables"
                " WHERE ?1 IS NULL OR touched < ?1 OR touched = ?1 AND id > ?2"
                " ORDER BY touched DESC, id LIMIT ?3",
                (touched, name, most),
            )
            return tuple(
                TableListed(name, created, touched, seq, bool(closed))
                for name, created, touched, seq, closed in found
            )

        return await self._look_up(look)

    async def delete_tables(
        self, names: Sequence[str], *, before: float | None = None
    ) -> dict[str, int]:
        """Delete these tables and all that belongs to them."""
        check_each(names)
        gone: dict[str, int] = {}

        def change(connection: sqlite3.Connection) -> None:
            gone.clear()
            for name in names:
                if before is not None and not _is_older(connection, name, before):
                    continue
                rows = connection.execute("DELETE FROM log WHERE table_id = ?", (name,)).rowcount
                for statement in (
                    "DELETE FROM snapshots WHERE table_id = ?",
                    "DELETE FROM chat_swept WHERE table_id = ?",
                    "DELETE FROM claims WHERE table_id = ?",
                    "DELETE FROM collected WHERE table_id = ?",
                    # From `TABLE-` up to what follows the hyphen: the replays of the table.
                    "DELETE FROM records WHERE name >= ?1 || '-' AND name < ?1 || '.'",
                    # The result of an attempt stays, without a name: others are ranked by it.
                    "UPDATE challenge_attempts SET name = '' WHERE table_id = ?",
                ):
                    connection.execute(statement, (name,))
                there = connection.execute("DELETE FROM tables WHERE id = ?", (name,)).rowcount
                _note_deleted(connection, "table", name)
                _order(connection, "deleted", name)
                if there or rows:
                    gone[name] = rows

        await self._write(change)
        return dict(gone)

    async def delete_records(self, names: Sequence[str], *, final: bool) -> tuple[str, ...]:
        """Delete these records; those there were."""
        check_each(names)
        gone: list[str] = []

        def change(connection: sqlite3.Connection) -> None:
            gone.clear()
            for name in names:
                if connection.execute("DELETE FROM records WHERE name = ?", (name,)).rowcount:
                    gone.append(name)
                if final:
                    _note_deleted(connection, "record", name)
                _order(connection, "record", name)

        await self._write(change)
        return tuple(gone)

    async def deleted(self, kind: Deletable, names: Collection[str]) -> frozenset[str]:
        """Those of these names that were deleted for good."""
        wanted = json.dumps([name for name in names if is_text(name)])

        def look(connection: sqlite3.Connection) -> frozenset[str]:
            found = connection.execute(
                "SELECT name FROM deleted WHERE kind = ?"
                " AND name IN (SELECT value FROM json_each(?))",
                (kind, wanted),
            )
            return frozenset(name for (name,) in found)

        return await self._look_up(look)

    async def revise(self, table: str, bodies: Mapping[int, bytes]) -> None:
        """Rewrite the bodies of these rows, and forget the table's snapshot."""

        def change(connection: sqlite3.Connection) -> None:
            # Not `IntegrityError`, which would read as a conflict: there is no such table.
            if not connection.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).fetchone():
                raise TableGone("store.table-gone")
            connection.executemany(
                "UPDATE log SET body = ? WHERE table_id = ? AND seq = ?",
                [(body, table, seq) for seq, body in bodies.items()],
            )
            connection.execute("DELETE FROM snapshots WHERE table_id = ?", (table,))
            _order(connection, "revised", table)

        await self._write(change)

    async def revise_record(self, name: str, body: bytes) -> None:
        """Rewrite a record under the name it has."""

        def change(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE records SET body = ? WHERE name = ?", (body, name))
            _order(connection, "record", name)

        await self._write(change)

    async def drop_snapshot(self, table: str) -> None:
        """Forget the table's snapshot."""
        await self._write(
            lambda connection: connection.execute(
                "DELETE FROM snapshots WHERE table_id = ?", (table,)
            )
        )

    async def tell(self, kind: OrderKind, subject: str) -> None:
        """Give servers an order."""
        await self._write(lambda connection: _order(connection, kind, subject))

    async def orders(self, after: int) -> tuple[Order, ...]:
        """The orders after this number."""

        def look(connection: sqlite3.Connection) -> tuple[Order, ...]:
            found = connection.execute(
                "SELECT number, kind, subject FROM orders WHERE number > ? ORDER BY number",
                (after,),
            )
            return tuple(Order(*columns) for columns in found)

        return await self._look_up(look)

    async def last_order(self) -> int:
        """The number of the newest order."""

        def look(connection: sqlite3.Connection) -> int:
            (last,) = connection.execute("SELECT coalesce(max(number), 0) FROM orders").fetchone()
            return int(last)

        return await self._look_up(look)

    async def ban(self, ban: Ban) -> None:
        """Ban, or change a ban that there is."""
        check_texts(ban.subject)

        def change(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT OR REPLACE INTO bans (kind, subject, shown, reason, made, until)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (ban.kind, ban.subject, ban.shown, ban.reason, ban.made, ban.until),
            )
            _order(connection, "bans", ban.subject)

        await self._write(change)

    async def pardon(self, kind: BanKind, subject: str) -> bool:
        """Lift a ban; whether there was one."""
        lifted = False

        def change(connection: sqlite3.Connection) -> None:
            nonlocal lifted
            gone = connection.execute(
                "DELETE FROM bans WHERE kind = ? AND subject = ?", (kind, subject)
            )
            lifted = gone.rowcount > 0
            _order(connection, "bans", subject)

        await self._write(change)
        return lifted

    async def bans(self, *, past: bool = False) -> tuple[Ban, ...]:
        """The bans that hold; also those that have ended, if `past`."""

        def look(connection: sqlite3.Connection) -> tuple[Ban, ...]:
            found = connection.execute(
                BANS,
                (past,),
            )
            return tuple(Ban(*columns) for columns in found)

        return await self._look_up(look)

    async def clock(self) -> ClockSeen:
        """Read the machine's clock, and note the reading."""
        read: list[ClockSeen] = []

        def change(connection: sqlite3.Connection) -> None:
            (now,) = connection.execute(f"SELECT {NOW}").fetchone()
            seen = connection.execute("SELECT seen, since FROM clock").fetchone()
            reading = next_reading(now, seen)
            connection.execute(
                "INSERT OR REPLACE INTO clock VALUES (1, ?, ?)", (reading.now, reading.since)
            )
            read.append(reading)

        await self._write(change)
        return read[-1]

    async def unused(self, *, before: float, most: int) -> tuple[str, ...]:
        """Tables that got their last row before this time, the oldest first."""
        return await self._names(
            "SELECT id FROM tables WHERE touched < ? ORDER BY touched, id LIMIT ?", before, most
        )

    async def chat_unswept(self, *, before: float, most: int) -> tuple[str, ...]:
        """Tables that may have chat older than this which was not deleted yet."""
        return await self._names(
            "SELECT id FROM tables LEFT JOIN chat_swept ON table_id = id WHERE created < ?1"
            " AND coalesce(chat_swept.before, 0) < min(?1, touched) ORDER BY id LIMIT ?2",
            before,
            most,
        )

    async def chat_swept(self, table: str, before: float) -> None:
        """Note that the chat of a table has been deleted up to this time."""
        await self._write(
            lambda connection: connection.execute(
                "INSERT OR REPLACE INTO chat_swept SELECT id, ? FROM tables WHERE id = ?",
                (before, table),
            )
        )

    async def old_records(self, *, before: float, most: int) -> tuple[str, ...]:
        """Records that came before this time, the oldest first."""
        return await self._names(
            "SELECT name FROM records WHERE at < ? AND instr(name, '-') = 0"
            " ORDER BY at, name LIMIT ?",
            before,
            most,
        )

    async def tidy(self) -> None:
        """Delete old orders and past bans."""

        def change(connection: sqlite3.Connection) -> None:
            connection.execute(f"DELETE FROM orders WHERE at < {NOW} - ?", (ORDER_SECONDS,))  # noqa: S608 - ours
            connection.execute(f"DELETE FROM bans WHERE until < {NOW} - ?", (PAST_BAN_SECONDS,))  # noqa: S608 - ours

        await self._write(change)

    async def _names(self, sql: str, before: float, most: int) -> tuple[str, ...]:
        def look(connection: sqlite3.Connection) -> tuple[str, ...]:
            return tuple(name for (name,) in connection.execute(sql, (before, most)))

        return await self._look_up(look)

    async def _look_up(self, look: Callable[[sqlite3.Connection], T]) -> T:
        # The store's own reading returns what `look` does; a class variable cannot say so.
        found: T = await self._read(look)  # type: ignore[assignment]
        return found


def check_each(names: Sequence[str]) -> None:
    """Refuse names that no database can keep."""
    for name in names:
        check_texts(name)


def _is_older(connection: sqlite3.Connection, table: str, before: float) -> bool:
    found = connection.execute("SELECT touched FROM tables WHERE id = ?", (table,)).fetchone()
    return found is not None and found[0] < before


def _note_deleted(connection: sqlite3.Connection, kind: Deletable, name: str) -> None:
    connection.execute(f"INSERT OR IGNORE INTO deleted VALUES (?, ?, {NOW})", (kind, name))  # noqa: S608 - ours


def _order(connection: sqlite3.Connection, kind: OrderKind, subject: str) -> None:
    connection.execute(
        f"INSERT INTO orders (kind, subject, at) VALUES (?, ?, {NOW})",  # noqa: S608 - ours
        (kind, subject),
    )
