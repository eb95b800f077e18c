"""Steps in a database."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import asyncpg

from funicular.store.log import Conflict
from funicular.store.postgres.database import FAILURES, LOST, UNSURE, Database
from funicular.store.steps import Steps

if TYPE_CHECKING:
    from funicular.store.postgres.database import Connection

T = TypeVar("T")


# After these, where nothing was committed, another try may do better.
UNDONE = (*LOST, asyncpg.DeadlockDetectedError)
# Changes that are alone are so by this lock: "orders" as bytes, which is what most of them give.
ALONE_LOCK = int.from_bytes(b"orders")
# Waiting for it, or deleting a long log, takes longer than a statement of a table may.
PATIENCE = 120.0


class PostgresSteps:
    """What runs steps, as a part of the store."""

    # Of the store that this is a part of.
    _database: Database

    async def look_up(self, steps: Callable[[], Steps[T]]) -> T:
        """Run steps that only read.

        In no transaction: under "read committed" each statement sees what is there by then.
        """
        return await self._database.ask(lambda connection: run_steps(connection.fetch, steps()))

    async def change(self, steps: Callable[[], Steps[T]], *, alone: bool = False) -> T:
        """Run the steps, all or none."""
        return await self._change(steps, alone=alone, tries=2)

    async def _change(self, steps: Callable[[], Steps[T]], *, alone: bool, tries: int) -> T:
        committing = False
        try:
            async with self._database.connection() as connection, connection.transaction():
                fetch = await _alone(connection) if alone else connection.fetch
                came = await run_steps(fetch, steps())
                committing = True
        except asyncpg.IntegrityConstraintViolationError as error:
            raise Conflict("store.conflict") from error
        except FAILURES as error:
            if committing and isinstance(error, UNSURE):
                raise self._database.unsure(error) from error
            # Nothing was done: once more.
            if tries > 1 and not committing and isinstance(error, UNDONE):
                return await self._change(steps, alone=alone, tries=tries - 1)
            raise self._database.failed(error) from error
        return came


async def _alone(connection: Connection) -> Callable[..., Awaitable[list[asyncpg.Record]]]:
    """Wait until no other change is alone; what asks this connection, with patience."""
    fetch = partial(connection.fetch, timeout=PATIENCE)
    await fetch(f"SET LOCAL statement_timeout = '{PATIENCE:.0f}s'")
    await fetch(f"SELECT pg_advisory_xact_lock({ALONE_LOCK})")
    return fetch


async def run_steps(fetch: Callable[..., Awaitable[list[asyncpg.Record]]], steps: Steps[T]) -> T:
    """Hand the steps what their statements find, and return what they come to."""
    try:
        sql, values = next(steps)
        while True:
            found = await fetch(sql, *values)
            sql, values = steps.send([tuple(row) for row in found])
    except StopIteration as end:
        came: T = end.value
        return came
