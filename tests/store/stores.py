"""Stores to try things on, and rows to put into them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing

import asyncpg

from funicular.store.log import Row
from funicular.store.open import Store, open_store


def row(
    seq: int, guest: str | None = None, command: str | None = None, *, at: float | None = None
) -> Row:
    return Row(seq, guest, command, 1.5 * seq if at is None else at, f"entry {seq}".encode())


def rows(first: int, last: int) -> list[Row]:
    return [row(seq) for seq in range(first, last + 1)]


@asynccontextmanager
async def opened(where: str, *, serving: bool = True, making: bool = True) -> AsyncIterator[Store]:
    store = await open_store(where, serving=serving, making=making)
    try:
        yield store
    finally:
        await store.close()


def with_store(where: str, use: Callable[[Store], Awaitable[object]]) -> None:
    async def main() -> None:
        async with opened(where) as store:
            await use(store)

    asyncio.run(main())


def execute(where: str, sql: str) -> None:
    """Change the database behind everybody's back."""

    async def in_postgres() -> None:
        connection = await asyncpg.connect(where)
        try:
            await connection.execute(sql)
        finally:
            await connection.close()

    if where.startswith("postgresql"):
        asyncio.run(in_postgres())
    else:
        with closing(sqlite3.connect(where)) as connection:
            connection.executescript(sql)
