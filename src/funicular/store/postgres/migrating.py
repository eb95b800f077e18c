"""Bringing a database up to date, whichever of several servers comes first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from funicular.store.log import StoreFailed
from funicular.store.migrations import AppliedMigration, Migration, migrations, missing

if TYPE_CHECKING:
    from funicular.store.postgres.database import Connection

# Any number will do, if it is ours: "funicula" as bytes.
LOCK = int.from_bytes(b"funicula")
# A step may have much to rewrite, and another server may be at it.
STEP_SECONDS = 3600.0

NOTES = """
    CREATE TABLE IF NOT EXISTS migrations (
        number integer PRIMARY KEY,
        name text NOT NULL,
        checksum text NOT NULL,
        applied timestamptz NOT NULL DEFAULT clock_timestamp()
    )
"""
# Not `to_regclass`, which may remember from before the lock that there was no such table.
NOTED = """
    SELECT EXISTS (
        SELECT FROM pg_catalog.pg_tables
        WHERE tablename = 'migrations' AND schemaname = ANY (current_schemas(false))
    )
"""


async def migrate(connection: Connection, where: str, *, making: bool) -> tuple[Migration, ...]:
    """Apply the steps that are lacking, each in a transaction of its own; those steps."""
    known = migrations("postgres")
    applied = await _applied(connection)
    if not applied and not making:
        raise StoreFailed("store.nothing-there", path=where)
    done: list[Migration] = []
    # Looked at first without the lock: who finds all in order needs no right to change it.
    while missing(known, applied, where):
        async with connection.transaction():
            await connection.execute("SET LOCAL statement_timeout = 0")
            await connection.execute(f"SELECT pg_advisory_xact_lock({LOCK})", timeout=STEP_SECONDS)
            lacking = missing(known, await _applied(connection), where)
            if lacking:
                done.append(lacking[0])
                await _apply(connection, lacking[0])
        applied = await _applied(connection)
    return tuple(done)


async def _applied(connection: Connection) -> list[AppliedMigration]:
    if not await connection.fetchval(NOTED):
        return []
    found = await connection.fetch("SELECT number, name, checksum FROM migrations ORDER BY number")
    return [AppliedMigration(*columns) for columns in found]


async def _apply(connection: Connection, step: Migration) -> None:
    await connection.execute(NOTES)
    await connection.execute(step.sql, timeout=STEP_SECONDS)
    await connection.execute(
        "INSERT INTO migrations (number, name, checksum) VALUES ($1, $2, $3)",
        step.number,
        step.name,
        step.checksum,
    )
