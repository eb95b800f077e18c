"""The servers that other tests stand on: they start, come back with what was kept, and leave."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncpg
import pytest
import redis

from tests.system.servers.guard import PATIENCE, PAUSE, processes
from tests.system.servers.postgres import Postgres
from tests.system.servers.programs import ROOT
from tests.system.servers.redis import Redis
from tests.system.servers.server import Server, free_port

Question = Callable[[asyncpg.Connection], Awaitable[object]]


def ask(url: str, question: Question) -> object:
    async def connected() -> object:
        connection = await asyncpg.connect(url)
        try:
            return await question(connection)
        finally:
            await connection.close()

    return asyncio.run(connected())


def query(url: str, text: str) -> object:
    return ask(url, lambda connection: connection.fetchval(text))


def test_a_committed_row_outlives_a_kill_and_an_open_transaction_does_not(
    postgres_server: Postgres, postgres_url: str
) -> None:
    async def commit_then_die(connection: asyncpg.Connection) -> None:
        await connection.execute("CREATE TABLE rows (name text)")
        await connection.execute("INSERT INTO rows VALUES ('kept')")
        await connection.execute("BEGIN; INSERT INTO rows VALUES ('lost')")
        # A thread, so that the connection stays open in the meantime.
        await asyncio.to_thread(postgres_server.kill)
        with pytest.raises((OSError, asyncpg.PostgresError, asyncpg.InterfaceError)):
            await connection.execute("COMMIT")

    ask(postgres_url, commit_then_die)
    assert not postgres_server.running
    with pytest.raises(OSError, match=r"(?i)connect"):
        query(postgres_url, "SELECT 1")
    postgres_server.restart()
    assert query(postgres_url, "SELECT string_agg(name, ' ') FROM rows") == "kept"


def test_a_kill_reaches_every_process_of_postgres(postgres_server: Postgres) -> None:
    url = postgres_server.new_database()

    async def kill_while_connected(connection: asyncpg.Connection) -> None:
        backend = await connection.fetchval("SELECT pg_backend_pid()")
        assert backend in processes()
        await asyncio.to_thread(postgres_server.kill)
        assert backend not in processes()

    ask(url, kill_while_connected)
    postgres_server.start()
    postgres_server.drop(url)


def test_each_database_is_new_and_empty(postgres_server: Postgres, postgres_url: str) -> None:
    tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
    query(postgres_url, "CREATE TABLE mine (a int)")
    other = postgres_server.new_database()
    assert (query(postgres_url, tables), query(other, tables)) == (1, 0)
    postgres_server.drop(other)
    with pytest.raises(asyncpg.InvalidCatalogNameError):
        query(other, tables)


def test_postgres_waits_for_the_disk(postgres_url: str) -> None:
    assert query(postgres_url, "SHOW fsync") == "on"
    assert query(postgres_url, "SHOW synchronous_commit") == "on"


def test_redis_comes_back_at_the_same_port_and_empty(redis_server: Redis, redis_url: str) -> None:
    with redis.Redis.from_url(redis_url) as client:
        assert client.ping()
        client.set("card", "7")
        redis_server.kill()
        with pytest.raises(redis.ConnectionError):
            client.ping()
        redis_server.restart()
        assert redis_server.url == redis_url
        assert client.ping()
        assert client.get("card") is None


@pytest.mark.parametrize("kind", [Postgres, Redis])
def test_a_port_that_was_taken_meanwhile_means_another_one(
    kind: type[Server], redis_server: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    ports = iter((redis_server.port, free_port()))
    monkeypatch.setattr("tests.system.servers.server.free_port", lambda: next(ports))
    with kind() as server:
        assert server.port != redis_server.port
        assert server.answers()
        folder = server.folder
    assert not server.running
    assert not folder.exists()


ABANDONED = """
import sys
from tests.system.servers.postgres import Postgres
from tests.system.servers.redis import Redis
servers = Postgres(), Redis()
for server in servers:
    server.start()
print(*(server.folder for server in servers), flush=True)
print(*(server._guard.pid for server in servers), flush=True)
print(*(server._process.pid for server in servers), flush=True)
sys.stdin.read()
"""


def test_servers_are_gone_with_the_process_that_started_them_however_it_ends() -> None:
    with subprocess.Popen(
        (sys.executable, "-c", ABANDONED),
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as tests:
        assert tests.stdout is not None
        folders = [Path(name) for name in tests.stdout.readline().split()]
        guards, servers = ([int(pid) for pid in tests.stdout.readline().split()] for _ in range(2))
        assert all(folder.is_dir() for folder in folders)
        assert {*guards, *servers} <= processes().keys()
        os.kill(tests.pid, signal.SIGKILL)
    for guard in guards:
        wait_for_stranger(guard)
    assert not {*guards, *servers} & processes().keys()
    assert not [folder for folder in folders if folder.exists()]


def wait_for_stranger(pid: int) -> None:
    """Wait until a process that is not ours to wait for has ended."""
    limit = time.monotonic() + PATIENCE
    while pid in processes():
        assert time.monotonic() < limit
        time.sleep(PAUSE)
