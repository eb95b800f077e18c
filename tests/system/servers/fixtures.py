"""PostgreSQL and Redis for tests: each process of pytest has its own, from the first use on."""

from collections.abc import Iterator

import pytest

from tests.system.servers.postgres import Postgres
from tests.system.servers.redis import Redis


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    with Postgres() as server:
        yield server


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Redis]:
    with Redis() as server:
        yield server


@pytest.fixture
def postgres_url(postgres_server: Postgres) -> Iterator[str]:
    """An empty database; the server runs, even if the last test killed it."""
    url = postgres_server.new_database()
    yield url
    postgres_server.start()
    postgres_server.drop(url)


@pytest.fixture
def redis_url(redis_server: Redis) -> str:
    """An empty Redis, which runs, even if the last test killed it."""
    redis_server.empty()
    return redis_server.url
