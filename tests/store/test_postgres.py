"""The store in PostgreSQL when connections break and the database dies: what is told is true."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import traceback

import asyncpg
import pytest

from funicular.lang import Reader
from funicular.store.log import Conflict, StoreFailed, Unsure
from funicular.store.open import Store, open_store
from funicular.store.postgres import USUAL_CONNECTIONS, open_postgres
from funicular.store.write_failures import WriteRefused
from tests.store.stores import opened, row, rows, with_store
from tests.store.wire import wire_to
from tests.system.servers.postgres import Postgres

SOAKING = os.environ.get("FUNICULAR_SOAK") == "1"
KILLS = 40 if SOAKING else 1
TABLES = 12


def test_an_answer_that_is_lost_after_the_commit_is_found_out(database: str) -> None:
    async def main() -> None:
        async with wire_to(database) as (wire, url), opened(url) as store:
            await store.append("t", [row(1)])
            wire.lose_answers = True
            appends = [
                asyncio.create_task(store.append("t", rows(2, 3))),
                asyncio.create_task(store.append("new", rows(1, 2))),
            ]
            await wire.answer_lost.wait()
            wire.lose_answers = False
            await asyncio.gather(*appends)
            assert await store.read("t") == tuple(rows(1, 3))
            assert await store.read("new") == tuple(rows(1, 2))

    asyncio.run(main())


def test_what_was_lost_before_the_commit_is_written_again(database: str) -> None:
    async def main() -> None:
        async with opened(database) as store:
            await store.append("t", [row(1)])
            connection = await asyncpg.connect(database)
            async with connection.transaction():
                # It waits for this lock when its connection is ended.
                await connection.execute("SELECT FROM tables WHERE id = 't' FOR UPDATE")
                writing = asyncio.create_task(store.append("t", [row(2)]))
                ended = 0
                while not ended:
                    ended = await connection.fetchval(
                        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                        " WHERE wait_event_type = 'Lock'"
                    )
                # Dead, and its reader looks for the row, which nobody has locked any more.
            await writing
            await connection.close()
            assert await store.read("t") == (row(1), row(2))

    asyncio.run(main())


def test_who_has_lost_meanwhile_is_told_so(database: str) -> None:
    """The connection dies; before the rows can be looked for another server has written."""

    async def main() -> None:
        async with wire_to(database) as (wire, url), opened(url) as store, opened(database) as two:
            await store.append("t", [row(1)])
            wire.closed = True
            connection = await asyncpg.connect(database)
            async with connection.transaction():
                await connection.execute("SELECT FROM tables WHERE id = 't' FOR UPDATE")
                writing = asyncio.create_task(store.append("t", [row(2)]))
                while not await connection.fetchval(
                    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                    " WHERE wait_event_type = 'Lock'"
                ):
                    pass
            await connection.close()
            await two.append("t", [row(2, "two")])
            wire.closed = False
            with pytest.raises(Conflict):
                await writing
            assert await store.read("t") == (row(1), row(2, "two"))

    asyncio.run(main())


def test_a_network_that_says_nothing_is_given_up_and_comes_back(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("database.COMMAND_SECONDS", "appending.COMMAND_SECONDS"):
        monkeypatch.setattr(f"funicular.store.postgres.{name}", 0.4)
    monkeypatch.setattr("funicular.store.postgres.database.CONNECT_SECONDS", 0.4)

    async def main() -> None:
        async with wire_to(database) as (wire, url), opened(url) as store:
            await store.append("t", [row(1)])
            wire.silent = True
            with pytest.raises(Unsure, match="does not answer in time"):
                await store.append("t", [row(2)])
            results = await asyncio.gather(
                store.append("t", [row(2)]),
                store.read("t"),
                store.check(),
                store.lease(["t"]),
                return_exceptions=True,
            )
            # Nothing was sent any more: sure that nothing was kept.
            assert [type(result) for result in results] == [StoreFailed] * 4
            wire.silent = False
            for seq in range(2, 2 + USUAL_CONNECTIONS):
                await store.append("t", [row(seq)])
            assert len(await store.read("t")) == 1 + USUAL_CONNECTIONS

    asyncio.run(main())


def test_a_server_too_many_for_the_database_does_not_start(database: str) -> None:
    """Otherwise every server would fail now and then, when all have much to do."""

    async def main() -> None:
        async with opened(database) as one:
            await one.beat()
            ((most,),) = await one._database.fetch(  # type: ignore[attr-defined]
                "SELECT current_setting('max_connections')::int"
            )
            with pytest.raises(StoreFailed) as refused:
                await open_postgres(database, connections=most // 2)
            sentence = refused.value.say(Reader("en"))
            assert f"2 servers with up to {most // 2} connections each" in sentence
            assert "--database-connections" in sentence
            store = await open_postgres(database, connections=most // 4)
            await store.close()

    asyncio.run(main())


class Writers:
    """One writer for each table, so whoever is told of a conflict is told a lie."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.kept: dict[str, set[str]] = {f"t{number}": set() for number in range(TABLES)}
        self.acknowledged = self.unsure = 0
        self.going = True
        self._wanted = 0
        self._reached = asyncio.Event()

    async def write(self, table: str) -> None:
        number = seq = 0
        while self.going:
            number += 1
            try:
                await self.store.append(table, [row(seq + 1, "me", str(number))])
            except StoreFailed:
                self.unsure += 1
                seq = await self._head(table)
                continue
            seq += 1
            self.kept[table].add(str(number))
            self.acknowledged += 1
            if self.acknowledged >= self._wanted:
                self._reached.set()

    async def more(self, rows: int) -> None:
        """Until so many more are acknowledged."""
        self._wanted = self.acknowledged + rows
        self._reached.clear()
        await self._reached.wait()

    async def _head(self, table: str) -> int:
        for _ in range(1000):
            try:
                return (await self.store.heads([table])).get(table, 0)
            except StoreFailed:
                await asyncio.sleep(0.02)
        pytest.fail("the database is not found again")


def test_a_database_that_is_killed_in_the_middle_keeps_what_was_acknowledged(
    postgres_server: Postgres, database: str
) -> None:
    """One store all along: it finds the database again by itself."""

    async def use(store: Store) -> None:
        writers = Writers(store)
        tasks = [asyncio.create_task(writers.write(table)) for table in writers.kept]
        for _ in range(KILLS):
            await writers.more(100)
            await asyncio.to_thread(postgres_server.kill)
            await asyncio.to_thread(postgres_server.start)
        await writers.more(100)
        writers.going = False
        await asyncio.gather(*tasks)
        for table, commands in writers.kept.items():
            log = await store.read(table)
            assert [each.seq for each in log] == list(range(1, len(log) + 1))
            kept = [each.command for each in log]
            assert len(set(kept)) == len(kept)
            assert commands <= set(kept)
        print(  # noqa: T201 - the count is what a long run is for
            f"{KILLS} kills of PostgreSQL: {writers.acknowledged} rows acknowledged, all kept once;"
            f" {writers.unsure} appends told unsure"
        )

    with_store(database, use)


def test_a_database_that_is_away_is_told_at_once_and_found_again(
    postgres_server: Postgres, database: str
) -> None:
    async def use(store: Store) -> None:
        await store.append("t", [row(1)])
        await asyncio.to_thread(postgres_server.stop)
        with pytest.raises(StoreFailed):
            await store.append("t", [row(2)])
        with pytest.raises(StoreFailed):
            await store.read("t")
        with pytest.raises(StoreFailed):
            await store.beat()
        with pytest.raises(StoreFailed):
            await open_store(database)
        await asyncio.to_thread(postgres_server.start)
        await store.append("t", [row(2)])
        assert await store.read("t") == (row(1), row(2))

    with_store(database, use)


def test_a_database_that_cannot_be_written_refuses_and_recovers(database: str) -> None:
    async def use(store: Store) -> None:
        await store.append("t", [row(1)])
        connection = await asyncpg.connect(database)
        await connection.execute(
            "ALTER TABLE log ADD CONSTRAINT full_disk CHECK (seq < 2) NOT VALID"
        )
        for _ in range(2):
            with pytest.raises(StoreFailed):
                await store.append("t", [row(2)])
        assert await store.heads(["t"]) == {"t": 1}
        await connection.execute("ALTER TABLE log DROP CONSTRAINT full_disk")
        await connection.close()
        await store.append("t", [row(2)])
        assert await store.heads(["t"]) == {"t": 2}

    async def main() -> None:
        # One line for the episode, with the table and the cause, and one when it is over.
        heard: list[WriteRefused | None] = []
        store = await open_store(database, on_write_failure=heard.append)
        await use(store)
        await store.close()
        refused, over = heard
        assert refused is not None
        assert refused.table == "t"
        assert "full_disk" in refused.problem
        assert over is None

    asyncio.run(main())


@pytest.mark.parametrize(("durability", "setting"), [("full", "on"), ("process", "off")])
def test_the_durability_is_what_was_asked_for(database: str, durability: str, setting: str) -> None:
    async def main() -> None:
        store = await open_postgres(database, durability=durability)  # type: ignore[arg-type]
        (found,) = await store._database.fetch("SHOW synchronous_commit")
        assert found[0] == setting
        await store.close()

    asyncio.run(main())


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://zoe:s3cr%40t@127.0.0.1:1/db",
        "postgresql://zoe:s3cr%40t@127.0.0.1:port/db",
        "postgresql://zoe:s3cr%40t@[127.0.0.1/db",
        "postgresql://zoe@127.0.0.1:1/db?password=s3cr%40t",
        "postgres://zoe:s3cr%40t@127.0.0.1:1/db?sslmode=s3cr%40t",
        "postgres://zoe:s3cr%40t@/db?host=/nowhere/s3cr%40t",
    ],
)
def test_nobody_gets_to_see_the_password(address: str) -> None:
    with pytest.raises(StoreFailed) as caught:
        asyncio.run(open_store(address))
    told = "".join(traceback.format_exception(caught.value)) + repr(caught.value)
    assert "s3cr" not in told


WITHOUT_DRIVER = """
import asyncio, sys
sys.modules["asyncpg"] = None
from funicular.store.open import open_store
try:
    asyncio.run(open_store("postgresql://localhost/db"))
except Exception as error:
    print(type(error).__name__, error)
"""


def test_who_lacks_the_driver_is_told_what_to_install() -> None:
    done = subprocess.run(
        (sys.executable, "-c", WITHOUT_DRIVER), capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("StoreFailed ")
    assert "funicular[fleet]" in done.stdout
