"""Loading a table: a snapshot and few rows, whatever its age; and never a log that is not whole."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bench.long_logs import LongTable
from funicular.live.loading import PAGE, Damaged, load
from funicular.live.messages import Done
from funicular.live.room_context import Pools
from funicular.live.table_log import CHANCE, MOST_COMMANDS, ROWS_A_DEAL, SNAPSHOT_ROWS, TableLog
from funicular.store.log import Row, Snapshot
from funicular.store.open import Store, open_store
from funicular.store.sqlite import SqliteStore
from funicular.table import commands as ask
from funicular.table.decide import decide
from funicular.table.decision import CannotDo, Decision
from funicular.table.presence import Presence
from tests.web.live import PATIENCE, Place, live_server, nonce


class Reading:
    """A store that counts the rows that are read from it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.rows = 0
        self.pages = 0
        self.bytes = 0

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a store has
        return getattr(self._store, name)

    async def read(self, table: str, **how: Any) -> tuple[Row, ...]:  # noqa: ANN401 - as a store
        found = await self._store.read(table, **how)
        self.rows += len(found)
        self.pages += 1
        return found

    async def keep_snapshot(self, table: str, form: str, snapshot: Snapshot) -> None:
        self.bytes = len(snapshot.body)
        await self._store.keep_snapshot(table, form, snapshot)


def with_log(where: str, length: int, use: Callable[[Reading, LongTable], Awaitable[None]]) -> None:
    async def main() -> None:
        store = await open_store(where)
        try:
            long = LongTable()
            await store.append(long.where.table, long.rows(length))
            await use(Reading(store), long)
        finally:
            await store.close()

    asyncio.run(main())


async def loaded(store: Any, table: str) -> TableLog:  # noqa: ANN401 - a store
    table_log = await load(store, table, Pools(), shared=False)
    assert table_log is not None
    return table_log


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    url: str = request.getfixturevalue("postgres_url")
    return url


def test_a_load_reads_a_snapshot_and_the_rows_after_it(where: str) -> None:
    async def use(store: Reading, long: LongTable) -> None:
        table = long.where.table
        table_log = await loaded(store, table)
        assert table_log.table == long.table
        assert store.rows == long.table.seq
        # No page is longer than the others, so no long log holds up a short one.
        assert store.pages == -(-long.table.seq // PAGE)
        await table_log.keep(Pools().snapshots)
        small = store.bytes
        await store.append(table, long.rows(long.table.seq + 2000))
        table_log = await loaded(store, table)
        await table_log.keep(Pools().snapshots)
        # Chat and notices fill up to the number of lines that are kept.
        assert store.bytes < 1.5 * small
        await store.append(table, long.rows(long.table.seq + 10))
        store.rows = 0
        again = await loaded(store, table)
        assert again.table == long.table
        assert store.rows <= SNAPSHOT_ROWS

    with_log(where, 1200, use)


def test_an_old_command_sent_again_is_found_in_the_store_and_not_done_twice(where: str) -> None:
    async def use(store: Reading, long: LongTable) -> None:
        table, host = long.where.table, long.table.opened.host
        rows = await store.read(table)
        first = next(row for row in rows if row.command is not None)
        for snapshotted in (False, True):
            table_log = await loaded(store, table)
            if snapshotted:
                await table_log.keep(Pools().snapshots)
                table_log = await loaded(store, table)
            assert len(table_log._in_log) <= MOST_COMMANDS
            asked = (host, first.command or "")
            assert table_log.answered(asked) is None
            before = table_log.table
            ways: Sequence[Callable[[], Decision]] = (
                # It would be done again, refused, or nothing would come of it.
                lambda before=before: decide(before, Presence(), host, ask.Say("again"), CHANCE),  # type: ignore[misc]  # bound early
                refused,
                Decision,
            )
            for way in ways:
                assert await write(table_log, way, asked) is None
                assert table_log.answered(asked) == Done(asked[1], first.seq)
                assert table_log.table == before
                table_log._in_log.pop(asked)
        # What was never asked is still refused, or done.
        with pytest.raises(CannotDo):
            await write(table_log, refused, (host, "new"))
        done = await write(table_log, ways[0], (host, "new"))
        assert done is not None
        assert table_log.table.seq == before.seq + 1

    with_log(where, 1500, use)


async def write(
    table_log: TableLog, way: Callable[[], Decision], asked: tuple[str, str]
) -> Decision | None:
    """Decide and write; what was written."""
    attempts = table_log.attempts(asked, sure=True)
    async for attempt in attempts:
        async with attempt:
            await attempt.commit(way())
    return attempts.decision


def refused() -> Decision:
    raise CannotDo("table.stale", "stale")


def test_a_table_whose_commands_are_all_in_memory_never_asks_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def use(store: Reading, long: LongTable) -> None:
        table_log = await loaded(store, long.where.table)

        async def ask_nobody(*_: object) -> None:
            raise AssertionError

        monkeypatch.setattr(SqliteStore, "find_command", ask_nobody)
        with pytest.raises(CannotDo):
            await write(table_log, refused, (long.table.opened.host, "new"))

    with_log(str(tmp_path / "tables.db"), MOST_COMMANDS // 2, use)


# Damage.


def damage(path: Path, sql: str, table: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(sql, {"table": table})


BROKEN = {
    "a row in the middle is missing": "DELETE FROM log WHERE table_id = :table AND seq = 40",
    "the first row is missing": "DELETE FROM log WHERE table_id = :table AND seq = 1",
    "the last rows are missing": "DELETE FROM log WHERE table_id = :table AND seq > 60",
    "a row is garbled": "UPDATE log SET body = x'00' WHERE table_id = :table AND seq = 40",
    "a row is impossible": (
        "UPDATE log SET body = (SELECT body FROM log WHERE table_id = :table AND seq = 1)"
        " WHERE table_id = :table AND seq = 40"
    ),
}


@pytest.mark.parametrize("sql", BROKEN.values(), ids=BROKEN.keys())
def test_a_log_that_is_not_whole_is_refused_in_a_sentence(
    tmp_path: Path, sql: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "tables.db"

    async def keep(_: Reading, long: LongTable) -> None:
        found.append(long.where.table)

    found: list[str] = []
    with_log(str(path), 80, keep)
    damage(path, sql, found[0])
    with live_server(path) as server:
        for _ in range(3):
            answer = server.ask(f"/api/tables/{found[0]}")
            assert answer.status == 503
            assert answer.json["code"] == "damaged"
            assert "damaged" in answer.json["text"]
        assert server.ask(f"/api/replays/{found[0]}-1").status == 503
        # Others do not notice.
        assert server.ask("/api/tables", _wish()).status == 201
    lines = [record for record in caplog.records if record.getMessage() == "table-damaged"]
    assert len(lines) == 1


def _wish() -> dict[str, object]:
    return {"game": "dnpup", "seats": 3, "name": "Zoé", "lang": "en", "nonce": nonce()}


def test_what_is_wrong_is_named_by_its_row(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"

    async def use(store: Reading, long: LongTable) -> None:
        damage(path, BROKEN["a row is garbled"], long.where.table)
        with pytest.raises(Damaged) as refused:
            await load(store, long.where.table, Pools(), shared=False)
        assert refused.value.seq == 40

    with_log(str(path), 80, use)


# Who waits.


def test_new_tables_and_open_ones_do_not_wait_for_a_pool_that_is_full(tmp_path: Path) -> None:
    with live_server(tmp_path / "tables.db") as server:
        asyncio.run(_play_while_nothing_can_be_loaded(server))


async def _play_while_nothing_can_be_loaded(server: Place) -> None:
    pools: Pools = server.app.services.rooms.pools
    opened = server.open(start=True)
    async with server.guest(opened) as me:
        # As if giants were being loaded: the pool takes nothing more.
        pools.tables.close()
        async with server.guest(server.open(start=True)) as other:
            assert (await other.do("say", text="hello"))["type"] == "done"
        assert (await me.do("say", text="hello"))["type"] == "done"


def test_a_load_that_nobody_waits_for_is_given_up(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"

    async def keep(_: Reading, long: LongTable) -> None:
        found.append(long.where.table)

    found: list[str] = []
    with_log(str(path), 3 * PAGE, keep)
    with live_server(path) as server:
        server.inside(_give_up(server, found[0]))
        assert found[0] not in server.app.services.rooms.by_table
        # And the next who comes is served.
        assert server.ask(f"/api/tables/{found[0]}").status == 403


def test_a_load_given_up_before_it_began_stands_in_nobodys_way(tmp_path: Path) -> None:
    async def come_and_go(server: Place, table: str) -> None:
        gone = asyncio.create_task(server.app.services.rooms.find(table))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.wait((gone,))

    with live_server(tmp_path / "tables.db") as server:
        table = server.open()["table"]
        server.inside(come_and_go(server, table))
        assert server.ask(f"/api/tables/{table}").status == 403


async def _give_up(server: Place, table: str) -> None:
    rooms = server.app.services.rooms
    reading = asyncio.Event()
    store = server.app.services.store
    read, gate = store.read, asyncio.Event()

    async def slow(table: str, *, after: int = 0, most: int | None = None) -> tuple[Row, ...]:
        reading.set()
        await gate.wait()
        return await read(table, after=after, most=most)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "read", slow)
        two = [asyncio.create_task(rooms.find(table)) for _ in range(2)]
        await reading.wait()
        two[0].cancel()
        await asyncio.wait((two[0],))
        assert not two[1].done()
        two[1].cancel()
        await asyncio.wait((two[1],))
        async with asyncio.timeout(PATIENCE):
            while rooms.coming:  # noqa: ASYNC110 - nobody is told of a load that is given up
                await asyncio.sleep(0)
    gate.set()


def test_in_a_match_of_very_many_deals_snapshots_are_kept_less_often() -> None:
    long = LongTable("auf-ab", 3)
    rows = long.rows(40)
    table_log = TableLog.unfolded(None, rows)  # type: ignore[arg-type]  # nothing is asked of the log

    def is_due(deals: int, seq: int) -> bool:
        state = long.table.match.states[-1]
        match = replace(table_log.table.match, states=(state,) * deals)
        table_log.table = replace(table_log.table, match=match, seq=seq)
        return table_log.worth_keeping

    assert is_due(1, SNAPSHOT_ROWS)
    assert not is_due(1, SNAPSHOT_ROWS - 1)
    assert not is_due(1000, SNAPSHOT_ROWS)
    assert is_due(1000, 1000 * ROWS_A_DEAL)
