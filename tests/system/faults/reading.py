"""What the store has of a table, and whether its file is whole.

`python -m tests.system.faults.reading DATA TABLE` prints the rows as JSON: for a store that can
only be reached from another namespace.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing

import msgspec

from funicular.store.log import Row
from funicular.store.open import open_store


def read_logs(data: str, tables: Sequence[str]) -> list[tuple[Row, ...]]:
    """The rows of each of these tables."""

    async def main() -> list[tuple[Row, ...]]:
        store = await open_store(data, serving=False, making=False)
        try:
            return [await store.read(table) for table in tables]
        finally:
            await store.close()

    return asyncio.run(main())


def check_file(data: str) -> None:
    """Nothing in the file is half-written."""
    with closing(sqlite3.connect(data)) as connection:
        found = connection.execute("PRAGMA integrity_check").fetchall()
    assert found == [("ok",)], found


if __name__ == "__main__":
    check_file(sys.argv[1])
    sys.stdout.buffer.write(msgspec.json.encode(read_logs(sys.argv[1], sys.argv[2:])[0]))
