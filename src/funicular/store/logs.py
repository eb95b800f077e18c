"""The questions to the logs of the tables, and to the records and snapshots beside them.

All but `append` are written here for both databases (`steps`); that one is the way of every move,
and each database has its own.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Protocol

from funicular.store.log import Fence, Row, Snapshot, StoredTable
from funicular.store.steps import UNHURRIED, RunsSteps, Steps, changes, looks_up, names_in, shared
from funicular.store.validation import check_texts, is_text, table_of

# All rows, where a statement wants to know how many.
EVERY = 2**62

ROWS = """
    SELECT seq, guest, command, at, body FROM log WHERE table_id = $1 AND seq > $2
    ORDER BY seq LIMIT $3
"""
UNTOUCHED = """
    SELECT id FROM tables WHERE NOT closed AND touched < $1 ORDER BY touched, id LIMIT $2
"""
KEEP_RECORD = """
    INSERT INTO records (name, body) SELECT $1, $2 WHERE NOT EXISTS (
        SELECT 1 FROM deleted WHERE kind = 'record' AND name = $1 OR kind = 'table' AND name = $3
    ) ON CONFLICT DO NOTHING
"""
# The lock waits for a deletion under way: a table that is deleted leaves no snapshot behind.
KEEP_SNAPSHOT = f"""
    INSERT INTO snapshots (table_id, form, seq, body)
    SELECT id, $2, $3, $4 FROM tables WHERE id = $1 {shared("FOR KEY SHARE")}
    ON CONFLICT (table_id) DO UPDATE
    SET form = excluded.form, seq = excluded.seq, body = excluded.body
    WHERE snapshots.form <> excluded.form OR snapshots.seq < excluded.seq
"""  # noqa: S608 - ours
CHECK = """
    INSERT INTO records (name, body) VALUES ('', $1)
    ON CONFLICT (name) DO UPDATE SET body = excluded.body
"""


def read_rows(table: str, *, after: int = 0, most: int | None = None) -> Steps[tuple[Row, ...]]:
    """The rows of a table in order, those after this number."""
    if not is_text(table):
        return ()
    found = yield ROWS, (table, after, EVERY if most is None else most)
    return tuple(Row(*columns) for columns in found)


def read_snapshot(table: str, form: str) -> Steps[Snapshot | None]:
    """The table's snapshot if it has one of this form."""
    sql = "SELECT seq, body FROM snapshots WHERE table_id = $1 AND form = $2"
    found = yield sql, (table, form)
    return Snapshot(*found[0]) if found else None


class Log(RunsSteps, Protocol):
    """A store of logs, and of records that people bring along."""

    async def append(
        self, table: str, rows: Sequence[Row], *, fence: Fence | None = None, closed: bool = False
    ) -> None:
        """Keep these rows, all or none; the first row ever makes the table.

        With a fence, only while the lease is held with it (`Fenced`). `closed` says that the table
        rests after these rows: until others follow, `untouched` does not tell of it.
        """

    @looks_up
    def read(
        self, table: str, *, after: int = 0, most: int | None = None
    ) -> Steps[tuple[Row, ...]]:
        """The rows of a table in order, those after this number; () if there is no such table.

        With `most`, at most that number of rows.
        """
        return (yield from read_rows(table, after=after, most=most))

    @looks_up
    def find_command(self, table: str, guest: str, command: str) -> Steps[int | None]:
        """The number of the row that this guest's command of this id has led to, if it was done."""
        if not all(map(is_text, (table, guest, command))):
            return None
        sql = "SELECT seq FROM log WHERE table_id = $1 AND guest = $2 AND command = $3"
        found = yield sql, (table, guest, command)
        return found[0][0] if found else None

    @looks_up
    def heads(self, tables: Sequence[str]) -> Steps[dict[str, int]]:
        """The number of the last row of each of these tables that there is."""
        names = [name for name in tables if is_text(name)]
        found = yield "SELECT id, seq FROM tables WHERE id = ANY ($1)", (names,)
        return {name: seq for name, seq in found}  # noqa: C416 - a row is no pair to every checker

    @looks_up
    def tables(self, *, most: int) -> Steps[tuple[StoredTable, ...]]:
        """The newest tables, the newest first."""
        found = yield "SELECT id, created FROM tables ORDER BY created DESC LIMIT $1", (most,)
        return tuple(StoredTable(*columns) for columns in found)

    @looks_up
    def untouched(self, *, before: float, most: int) -> Steps[tuple[str, ...]]:
        """Tables that are not closed and got their last row before this time, the oldest first."""
        return names_in((yield UNTOUCHED, (before, most)))

    @changes
    def keep_record(self, name: str, record: bytes) -> Steps[None]:
        """Keep a record under this name. A second one of the same name changes nothing."""
        check_texts(name)
        yield KEEP_RECORD, (name, record, table_of(name))

    @looks_up
    def record(self, name: str) -> Steps[bytes | None]:
        """The record of this name."""
        if not is_text(name):
            return None
        found = yield "SELECT body FROM records WHERE name = $1", (name,)
        return found[0][0] if found else None

    @changes
    def keep_snapshot(self, table: str, form: str, snapshot: Snapshot) -> Steps[None]:
        """Keep this in the place of the table's older snapshot. It need not outlive a power cut."""
        check_texts(table)
        yield UNHURRIED, ()
        yield KEEP_SNAPSHOT, (table, form, snapshot.seq, snapshot.body)

    @looks_up
    def snapshot(self, table: str, form: str) -> Steps[Snapshot | None]:
        """The table's snapshot if it has one of this form."""
        return (yield from read_snapshot(table, form))

    @changes
    def forget_snapshots(self) -> Steps[int]:
        """Delete all snapshots, and return how many there were. Nothing is lost by it."""
        return len((yield "DELETE FROM snapshots RETURNING 1", ()))

    @changes
    def check(self) -> Steps[None]:
        """Write and forget something; `StoreFailed` if that cannot be done."""
        yield CHECK, (str(time.time()).encode(),)
        yield "DELETE FROM records WHERE name = ''", ()

    async def close(self) -> None:
        """Keep what is still waiting, then give back the file or the connections."""
