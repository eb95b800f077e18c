"""What the store holds, read by plain SQL: no code of ours stands between it and the verdict."""

from __future__ import annotations

import asyncio
import hashlib
import json
import sqlite3
from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
from typing import Any

import asyncpg
from msgspec import Struct

POSTGRES = "postgresql:"
LOG = "SELECT table_id, seq, guest, command, at FROM log ORDER BY table_id, seq"
HEADS = "SELECT id, seq FROM tables"
BODIES = "SELECT table_id, body FROM log WHERE guest IS NULL AND command IS NULL AND seq < 20"


class Written(Struct, frozen=True):
    """A row of the log: its number, and whose command it was."""

    seq: int
    guest: str | None
    command: str | None
    # Seconds since 1970.
    at: float


class Evidence(Struct, frozen=True):
    """All tables: their rows in the order of the log, and the number said to be the last."""

    rows: dict[str, list[Written]]
    heads: dict[str, int]


async def read_evidence(data: str) -> Evidence:
    """Everything, as it is now, in one look."""
    log, heads = await _ask(data, LOG, HEADS)
    rows: dict[str, list[Written]] = defaultdict(list)
    for table, *columns in log:
        rows[table].append(Written(*columns))
    return Evidence(dict(rows), dict(heads))


async def read_guests(data: str) -> dict[tuple[str, str], str]:
    """Who is let in where: the guest by the table and the hash of their token."""
    (rows,) = await _ask(data, BODIES)
    entries = ((table, json.loads(body)) for table, body in rows)
    return {
        (table, entry["key"]): entry["guest"] for table, entry in entries if entry["t"] == "seated"
    }


def hash_of(token: str) -> str:
    """What the log has in the place of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


async def _ask(data: str, *queries: str) -> list[list[Any]]:
    """The answers to these, all of the same moment."""
    if not data.startswith(POSTGRES):
        return await asyncio.to_thread(_ask_file, data, queries)
    connection = await asyncpg.connect(data)
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            return [[tuple(row) for row in await connection.fetch(each)] for each in queries]
    finally:
        await connection.close()


def _ask_file(data: str, queries: Sequence[str]) -> list[list[Any]]:
    with closing(sqlite3.connect(data)) as connection:
        connection.execute("BEGIN")
        return [connection.execute(each).fetchall() for each in queries]
