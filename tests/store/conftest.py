"""Both databases, as places to open a store at."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from funicular.store.open import open_store
from tests.system.servers.postgres import Postgres

CLEAR = """
    DELETE FROM log; DELETE FROM tables; DELETE FROM records; DELETE FROM snapshots;
    DELETE FROM servers; DELETE FROM leases; DELETE FROM presence;
    DELETE FROM deleted; DELETE FROM orders; DELETE FROM bans; DELETE FROM chat_swept;
    DELETE FROM clock;
    DELETE FROM challenges; DELETE FROM challenge_attempts; DELETE FROM challenge_counts;
    DELETE FROM profiles; DELETE FROM claims; DELETE FROM collected; DELETE FROM results;
    DELETE FROM statistics; DELETE FROM ratings; DELETE FROM retention;
    DELETE FROM opponents;
"""


@pytest.fixture(scope="session")
def shared_database(postgres_server: Postgres) -> Iterator[str]:
    """A database that the tests here use in turn: making one takes longer than most of them."""
    url = postgres_server.new_database()

    async def prepare() -> None:
        await (await open_store(url)).close()

    asyncio.run(prepare())
    yield url
    postgres_server.start()
    postgres_server.drop(url)


@pytest.fixture
def database(postgres_server: Postgres, shared_database: str) -> Iterator[str]:
    """A database with our tables and nothing in them."""
    yield shared_database
    postgres_server.start()

    async def clear() -> None:
        connection = await asyncpg.connect(shared_database)
        await connection.execute(CLEAR)
        await connection.close()

    asyncio.run(clear())


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty place, once of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "state" / "tables.db")
    url: str = request.getfixturevalue("database")
    return url
