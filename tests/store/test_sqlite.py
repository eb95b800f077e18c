"""The log in an SQLite file: what is acknowledged is kept, whatever happens to its neighbours."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from funicular.store.log import Conflict, Row, StoreFailed
from funicular.store.sqlite import SqliteLog


def row(seq: int, guest: str | None = None, command: str | None = None) -> Row:
    return Row(seq, guest, command, 1.5 * seq, f"entry {seq}".encode())


def with_log(path: Path, use: Callable[[SqliteLog], Awaitable[object]]) -> None:
    async def main() -> None:
        log = SqliteLog(path)
        try:
            await use(log)
        finally:
            await log.close()

    asyncio.run(main())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "tables.db"


def test_rows_are_read_in_order_and_after_a_number(path: Path) -> None:
    async def use(log: SqliteLog) -> None:
        await log.append("here", [row(1), row(2)])
        await log.append("there", [row(1)])
        await log.append("here", [row(3)])
        assert await log.read("here") == (row(1), row(2), row(3))
        assert await log.read("here", after=2) == (row(3),)
        assert await log.read("nowhere") == ()

    with_log(path, use)


def test_a_number_is_given_only_once_and_neighbours_do_not_notice(path: Path) -> None:
    async def use(log: SqliteLog) -> None:
        await log.append("here", [row(1)])
        results = await asyncio.gather(
            log.append("there", [row(1)]),
            log.append("here", [row(2), row(1)]),
            log.append("here", [row(2)]),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [type(None), Conflict, type(None)]
        assert await log.read("here") == (row(1), row(2))
        assert await log.read("there") == (row(1),)

    with_log(path, use)


def test_a_command_is_kept_only_once_while_rows_without_one_are_free(path: Path) -> None:
    async def use(log: SqliteLog) -> None:
        await log.append("here", [row(1, "zoe", "a"), row(2), row(3)])
        with pytest.raises(Conflict):
            await log.append("here", [row(4, "zoe", "a")])
        await log.append("here", [row(4, "max", "a"), row(5, "zoe", "b")])
        assert len(await log.read("here")) == 5

    with_log(path, use)


def test_appends_that_come_while_one_is_committed_share_the_next_commit(path: Path) -> None:
    async def main() -> None:
        batches: list[int] = []
        busy, gate = threading.Event(), threading.Event()

        def batched(size: int) -> None:
            batches.append(size)
            busy.set()
            gate.wait()

        log = SqliteLog(path, batched=batched)
        first = asyncio.create_task(log.append("first", [row(1)]))
        await asyncio.to_thread(busy.wait)
        others = [asyncio.create_task(log.append(f"t{n}", [row(1)])) for n in range(20)]
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(first, *others)
        await log.close()
        assert batches == [1, 20]

    asyncio.run(main())


def test_what_waits_when_the_log_is_closed_is_kept(path: Path) -> None:
    async def main() -> None:
        log = SqliteLog(path)
        waiting = [asyncio.create_task(log.append(f"t{n}", [row(1)])) for n in range(50)]
        await asyncio.sleep(0)
        await log.close()
        await asyncio.gather(*waiting)
        with pytest.raises(StoreFailed):
            await log.append("late", [row(1)])

    async def look(log: SqliteLog) -> None:
        assert len(await log.tables(most=100)) == 50

    asyncio.run(main())
    with_log(path, look)


def test_a_full_disk_fails_what_was_asked_and_keeps_nothing_of_it(path: Path) -> None:
    async def use(log: SqliteLog) -> None:
        await log.append("here", [row(1)])
        (pages,) = log._writing.execute("PRAGMA page_count").fetchone()
        log._writing.execute(f"PRAGMA max_page_count = {pages}")
        large = Row(2, None, None, 0.0, bytes(1 << 20))
        with pytest.raises(StoreFailed):
            await log.append("here", [large])
        assert await log.read("here") == (row(1),)
        log._writing.execute("PRAGMA max_page_count = 100000")
        await log.check()
        await log.append("here", [large])
        assert len(await log.read("here")) == 2

    with_log(path, use)


def test_the_newest_tables_come_first(path: Path) -> None:
    async def use(log: SqliteLog) -> None:
        for number in range(4):
            await log.append(f"t{number}", [Row(1, None, None, float(number), b"")])
        assert [known.id for known in await log.tables(most=2)] == ["t3", "t2"]

    with_log(path, use)


def test_a_record_is_kept_under_its_name(path: Path) -> None:
    async def use(log: SqliteLog) -> None:
        await log.keep_record("abc", b"first")
        await log.keep_record("abc", b"second")
        assert await log.record("abc") == b"first"
        assert await log.record("none") is None

    with_log(path, use)


def test_a_file_of_a_newer_version_is_refused_and_left_alone(path: Path) -> None:
    path.parent.mkdir()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StoreFailed, match="newer version"):
        SqliteLog(path)


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreFailed, match="cannot be used"):
        SqliteLog(tmp_path)
    (tmp_path / "text").write_text("Dear diary, " * 1000, encoding="utf-8")
    with pytest.raises(StoreFailed, match="cannot be used"):
        SqliteLog(tmp_path / "text")


def test_nobody_else_may_read_the_file(path: Path) -> None:
    with_log(path, lambda log: log.check())
    assert path.stat().st_mode & 0o077 == 0
