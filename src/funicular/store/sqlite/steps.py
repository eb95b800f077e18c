"""Transactions of several steps in a file."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from typing import TypeVar

from funicular.store.sqlite.writing import Change
from funicular.store.steps import Steps, for_sqlite

T = TypeVar("T")


class SqliteSteps:
    """What runs steps, as a part of the store."""

    # Of the store that this is a part of.
    _write: Callable[[Change], Awaitable[None]]
    _read: Callable[[Callable[[sqlite3.Connection], object]], Awaitable[object]]

    async def change(self, steps: Callable[[], Steps[T]]) -> T:
        """Run the steps, all or none."""
        came: list[T] = []
        await self._write(lambda connection: came.append(run_steps(connection, steps())))
        return came[-1]

    async def look_up(self, steps: Callable[[], Steps[T]]) -> T:
        """Run steps that only read."""
        # The store's own reading returns what it was given; a class variable cannot say so.
        came: T = await self._read(lambda connection: run_steps(connection, steps()))  # type: ignore[assignment]
        return came


def run_steps(connection: sqlite3.Connection, steps: Steps[T]) -> T:
    """Hand the steps what their statements find, and return what they come to."""
    try:
        sql, values = next(steps)
        while True:
            found = connection.execute(for_sqlite(sql), tuple(values)).fetchall()
            sql, values = steps.send(found)
    except StopIteration as end:
        came: T = end.value
        return came
