"""What a file has, seen by one connection in one transaction."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from typing import TypeVar

from funicular.store.inventory import Inventory
from funicular.store.sqlite.steps import run_steps
from funicular.store.steps import Steps, names_in

T = TypeVar("T")


class SqliteInventory(Inventory):
    """An `Inventory`; its connection is used by one thread at a time."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Take a connection whose transaction has begun."""
        self._connection = connection

    async def look_up(self, steps: Callable[[], Steps[T]]) -> T:
        """Run steps that only read."""
        return await asyncio.to_thread(lambda: run_steps(self._connection, steps()))

    async def damage(self) -> tuple[str, ...]:
        """What SQLite finds wrong too; PostgreSQL has programs of its own for its files."""
        found = await self.look_up(_quick_check)
        return (*(text for text in found if text != "ok"), *await super().damage())


def _quick_check() -> Steps[tuple[str, ...]]:
    return names_in((yield "PRAGMA quick_check", ()))
