"""Transactions of several steps in a database."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

import asyncpg

from funicular.store.log import Conflict
from funicular.store.postgres.database import FAILURES, UNSURE, Database
from funicular.store.steps import Steps

T = TypeVar("T")


class PostgresSteps:
    """What runs steps, as a part of the store."""

    # Of the store that this is a part of.
    _database: Database

    async def change(self, steps: Callable[[], Steps[T]]) -> T:
        """Run the steps, all or none."""
        return await self._run(steps, readonly=False)

    async def look_up(self, steps: Callable[[], Steps[T]]) -> T:
        """Run steps that only read."""
        return await self._run(steps, readonly=True)

    async def _run(self, begin: Callable[[], Steps[T]], *, readonly: bool) -> T:
        steps = begin()
        try:
            async with (
                self._database.connection() as connection,
                connection.transaction(readonly=readonly),
            ):
                return await run_steps(connection.fetch, steps)
        except asyncpg.IntegrityConstraintViolationError as error:
            raise Conflict("store.conflict") from error
        except UNSURE as error:
            raise self._database.unsure(error) from error
        except FAILURES as error:
            raise self._database.failed(error) from error


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
