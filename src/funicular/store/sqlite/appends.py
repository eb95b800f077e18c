"""Rows of the log, written for one table or for many at once.

SQLite lets go of the interpreter in each statement, and has it back only when the event loop has
done with it for a moment. So the rows of many tables are two statements, however many there are.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from msgspec import Struct

from funicular.store.log import Conflict, Row, TableGone
from funicular.store.logs import read_rows
from funicular.store.sqlite.steps import run_steps

# In one statement: SQLite has a bound on their values.
MOST_ROWS = 1000
# Fewer tables than these take less time one after the other.
LEAST = 4

MOVE_ON = "UPDATE tables SET seq = ?2, touched = ?3, closed = ?4 WHERE id = ?1 AND seq = ?5"


class NewRows(Struct, frozen=True):
    """The next rows of one table; the first row ever makes the table."""

    table: str
    rows: Sequence[Row]
    closed: bool

    def write(self, connection: sqlite3.Connection) -> None:
        """Write them; `Conflict` if there are rows with these numbers, `TableGone`."""
        first, last = self.rows[0], self.rows[-1]
        if first.seq == 1:
            check_not_deleted(connection, self.table)
            connection.execute(
                "INSERT INTO tables (id, created, seq, touched, closed) VALUES (?, ?, ?, ?, ?)",
                (self.table, first.at, last.seq, last.at, self.closed),
            )
        elif connection.execute(MOVE_ON, _moved(self)).rowcount != 1:
            check_not_deleted(connection, self.table)
            raise Conflict("store.conflict")
        _insert(connection, [self])

    def is_written(self, connection: sqlite3.Connection) -> bool:
        """Whether they are in the file."""
        last = self.rows[-1]
        return run_steps(connection, read_rows(self.table, after=last.seq - 1, most=1)) == (last,)


def write_together(connection: sqlite3.Connection, appends: Sequence[NewRows]) -> None:
    """Write all of these; raises what `NewRows.write` raises if that cannot be done with one.

    Then some of it may be written: the transaction is to be rolled back.
    """
    tables = {each.table for each in appends if each.rows[0].seq > 1}
    if len(appends) < LEAST or len(tables) < len(appends):
        for each in appends:
            each.write(connection)
        return
    values = [*chain.from_iterable(map(_moved, appends))]
    if connection.execute(_moving(len(appends)), values).rowcount != len(appends):
        raise Conflict("store.conflict")
    _insert(connection, appends)


def _moved(append: NewRows) -> tuple[object, ...]:
    """The values of `MOVE_ON`: where a table comes to, and where it has to be."""
    first, last = append.rows[0], append.rows[-1]
    return append.table, last.seq, last.at, append.closed, first.seq - 1


def _insert(connection: sqlite3.Connection, appends: Sequence[NewRows]) -> None:
    rows = [
        (each.table, row.seq, row.guest, row.command, row.at, row.body)
        for each in appends
        for row in each.rows
    ]
    for place in range(0, len(rows), MOST_ROWS):
        some = rows[place : place + MOST_ROWS]
        connection.execute(_inserting(len(some)), [*chain.from_iterable(some)])


@lru_cache(maxsize=512)
def _moving(tables: int) -> str:
    values = ", ".join(["(?, ?, ?, ?, ?)"] * tables)
    return (
        "UPDATE tables SET seq = new.column2, touched = new.column3, closed = new.column4"  # noqa: S608 - placeholders
        f" FROM (VALUES {values}) AS new"
        " WHERE tables.id = new.column1 AND tables.seq = new.column5"
    )


@lru_cache(maxsize=512)
def _inserting(rows: int) -> str:
    return f"INSERT INTO log VALUES {', '.join(['(?, ?, ?, ?, ?, ?)'] * rows)}"  # noqa: S608 - placeholders


def check_not_deleted(connection: sqlite3.Connection, table: str) -> None:
    """`TableGone` for a table that was deleted."""
    gone = connection.execute("SELECT 1 FROM deleted WHERE kind = 'table' AND name = ?", (table,))
    if gone.fetchone():
        raise TableGone("store.table-gone")
