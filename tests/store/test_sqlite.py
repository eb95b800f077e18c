"""The store in a file: one server at a time, and a disk that fails and recovers."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from funicular.store.log import Conflict, Row, StoreFailed
from funicular.store.open import Store, open_store
from funicular.store.sqlite import SqliteStore, writing
from funicular.store.sqlite.appends import MOST_ROWS
from funicular.store.write_failures import WriteRefused
from tests.store.stores import opened, row, with_store

LARGE = Row(2, None, None, 0.0, bytes(1 << 20))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "tables.db"


@contextmanager
def no_file_grows() -> Iterator[None]:
    """What a full disk is to this process: a write past the end of a file fails."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (64 << 10, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def descriptors(path: Path) -> list[int]:
    """The numbers under which this process has a file open."""
    found = []
    for entry in Path("/proc/self/fd").iterdir():
        try:
            if entry.readlink() == path:
                found.append(int(entry.name))
        except OSError:
            continue
    return found


def test_appends_that_come_while_one_is_committed_share_the_next_commit(path: Path) -> None:
    async def main() -> None:
        batches: list[int] = []
        busy, gate = threading.Event(), threading.Event()

        def batched(size: int) -> None:
            batches.append(size)
            busy.set()
            gate.wait()

        store = SqliteStore(path, on_commit=batched)
        first = asyncio.create_task(store.append("first", [row(1)]))
        await asyncio.to_thread(busy.wait)
        others = [asyncio.create_task(store.append(f"t{n}", [row(1)])) for n in range(20)]
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(first, *others)
        await store.close()
        assert batches == [1, 20]

    asyncio.run(main())


DONE = Row(1, "zoe", "one", 0.0, b"{}")
AGAIN = Row(2, "zoe", "one", 0.0, b"{}")


# Of one commit: the rows of each table, and whether they conflict.
Asked = list[tuple[str, list[Row], bool]]


@pytest.mark.parametrize(
    ("asked", "heads"),
    [
        # A command that is done already, found out when the table has its new number; a number
        # that another in the same commit has taken.
        (
            [
                *(("a", [AGAIN], True), ("b", [row(1)], False), ("b", [row(1)], True)),
                ("c", [row(1), row(2)], False),
            ],
            {"a": 1, "b": 1, "c": 2},
        ),
        # Among as many tables as are written with one statement: the command again, a wrong number.
        (
            [
                *(("a", [AGAIN], True), ("b", [row(2)], False), ("c", [row(2)], False)),
                ("d", [row(2)], False),
            ],
            {"a": 1, "b": 2, "c": 2, "d": 2},
        ),
        (
            [
                *(("a", [row(2)], False), ("b", [row(2)], False), ("c", [row(2)], False)),
                ("d", [row(3)], True),
            ],
            {"a": 2, "b": 2, "c": 2, "d": 1},
        ),
    ],
)
def test_a_conflict_in_a_shared_commit_undoes_its_own_rows_alone(
    path: Path, asked: Asked, heads: dict[str, int]
) -> None:
    async def main() -> None:
        sizes: list[int] = []
        busy, gate = threading.Event(), threading.Event()

        def batched(size: int) -> None:
            sizes.append(size)
            if len(sizes) > len(begun):
                busy.set()
                gate.wait()

        begun = {name for name, rows, _ in asked if rows[0].seq > 1}
        store = SqliteStore(path, on_commit=batched)
        for name in begun:
            await store.append(name, [DONE])
        first = asyncio.create_task(store.append("another", [row(1)]))
        await asyncio.to_thread(busy.wait)
        writes = [asyncio.create_task(store.append(name, rows)) for name, rows, _ in asked]
        await asyncio.sleep(0)
        gate.set()
        found = await asyncio.gather(*writes, return_exceptions=True)
        await first
        assert sizes[len(begun) :] == [1, len(asked)]
        assert [isinstance(each, Conflict) for each in found] == [wrong for *_, wrong in asked]
        assert await store.heads(list(heads)) == heads
        assert {name: len(await store.read(name)) for name in heads} == heads
        await store.close()

    asyncio.run(main())


def test_more_rows_are_kept_at_once_than_a_statement_takes(path: Path) -> None:
    async def main() -> None:
        store = SqliteStore(path)
        rows = [row(number) for number in range(1, 2 * MOST_ROWS + 2)]
        await store.append("long", rows[:1])
        await store.append("long", rows[1:])
        assert await store.read("long") == tuple(rows)
        await store.close()

    asyncio.run(main())


def test_tables_that_are_played_at_together_share_commits(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached, gate = threading.Event(), threading.Event()

    class HeldClock:
        """Time stands still until the gate is opened."""

        monotonic = staticmethod(time.monotonic)

        @staticmethod
        def sleep(_: float) -> None:
            reached.set()
            gate.wait()

    async def main() -> None:
        batches: list[int] = []
        gate.set()
        store = SqliteStore(path, on_commit=batches.append)
        await store.append("alone", [row(1)])
        gate.clear()
        reached.clear()
        # The table that was written to last waits for nobody.
        await store.append("alone", [row(2)])
        assert not reached.is_set()
        second = asyncio.create_task(store.append("second", [row(1)]))
        await asyncio.to_thread(reached.wait)
        third = asyncio.create_task(store.append("third", [row(1)]))
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(second, third)
        await store.close()
        assert batches == [1, 1, 2]

    monkeypatch.setattr(writing, "time", HeldClock)
    asyncio.run(main())


def test_a_full_disk_fails_what_was_asked_keeps_nothing_of_it_and_recovers(path: Path) -> None:
    async def use(store: Store) -> None:
        await store.append("here", [row(1)])
        with no_file_grows():
            for _ in range(3):
                with pytest.raises(StoreFailed):
                    await store.append("here", [LARGE])
                assert await store.read("here") == (row(1),)
        await store.check()
        await store.append("here", [LARGE])
        assert await store.read("here") == (row(1), LARGE)
        assert await store.heads(["here"]) == {"here": 2}

    async def main() -> None:
        # One line for the episode, with the table and the cause, and one when it is over.
        heard: list[WriteRefused | None] = []
        store = await open_store(str(path), on_write_failure=heard.append)
        await use(store)
        await store.close()
        refused, over = heard
        assert refused is not None
        assert refused.table == "here"
        assert refused.problem
        assert over is None

    asyncio.run(main())
    with_store(str(path), lambda store: still_there(store, 2))


async def still_there(store: Store, rows: int) -> None:
    assert len(await store.read("here")) == rows


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and /dev/full")
def test_a_connection_that_cannot_write_any_more_is_given_up_for_another(path: Path) -> None:
    """Every write to /dev/full fails, for as long as the descriptor is kept."""

    async def use(store: Store) -> None:
        await store.append("here", [row(1)])
        full = os.open("/dev/full", os.O_RDWR)
        spoilt = descriptors(Path(f"{path}-wal"))
        assert spoilt
        for number in spoilt:
            os.dup2(full, number)
        os.close(full)
        with pytest.raises(StoreFailed, match="full"):
            await store.append("here", [row(2)])
        await store.append("here", [row(2)])
        assert await store.read("here") == (row(1), row(2))

    with_store(str(path), use)
    with_store(str(path), lambda store: still_there(store, 2))


def test_a_file_that_was_moved_away_is_not_made_anew(path: Path) -> None:
    is_there = path.exists

    def rename(before: str, after: str) -> None:
        for part in ("", "-wal", "-shm"):
            Path(f"{path}{part}{before}").rename(f"{path}{part}{after}")

    async def use(store: Store) -> None:
        await store.append("here", [row(1)])
        rename("", ".away")
        with pytest.raises(StoreFailed):
            await store.read("here")
        assert not is_there()
        rename(".away", "")
        assert await store.read("here") == (row(1),)

    with_store(str(path), use)


def test_one_file_has_one_server_and_any_number_of_tools(path: Path) -> None:
    async def main() -> None:
        async with opened(str(path)) as store, opened(str(path), serving=False) as tool:
            with pytest.raises(StoreFailed, match="another server"):
                await open_store(str(path))
            other_name = path.parent / "link.db"
            other_name.symlink_to(path)
            with pytest.raises(StoreFailed, match="another server"):
                await open_store(f"sqlite:{other_name}")
            await store.append("here", [row(1)])
            await tool.append("here", [row(2)])
            assert await store.read("here") == (row(1), row(2))
        async with opened(str(path)) as again:
            assert await again.heads(["here"]) == {"here": 2}

    asyncio.run(main())


SERVER = """
import asyncio, sys
from funicular.store.open import open_store
async def main():
    store = await open_store(sys.argv[1])
    print("open", flush=True)
    await asyncio.Event().wait()
asyncio.run(main())
"""


def test_a_killed_server_leaves_the_file_to_the_next(path: Path) -> None:
    with subprocess.Popen(
        (sys.executable, "-c", SERVER, str(path)), stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            assert server.stdout.readline() == "open\n"
            with pytest.raises(StoreFailed, match="another server"):
                SqliteStore(path)
        finally:
            server.send_signal(signal.SIGKILL)
        server.wait()
    with_store(str(path), lambda store: store.check())


def test_all_leases_are_ours_and_nobody_is_elsewhere(path: Path) -> None:
    async def use(store: Store) -> None:
        assert not store.shared
        await store.beat()
        assert await store.lease(["a", "b"]) == {"a": None, "b": None}
        await store.here({"a": b"zoe"})
        assert await store.elsewhere(["a"]) == {}
        await store.release(["a"])
        await store.retire()

    with_store(str(path), use)


@pytest.mark.parametrize(("durability", "number"), [("full", 2), ("process", 1)])
def test_the_durability_is_what_was_asked_for(path: Path, durability: str, number: int) -> None:
    async def main() -> None:
        store = SqliteStore(path, durability=durability)  # type: ignore[arg-type]
        found: list[int] = []

        def change(connection: object) -> None:
            found.extend(connection.execute("PRAGMA synchronous").fetchone())  # type: ignore[attr-defined]

        await store._writing().write(change)
        await store.close()
        assert found == [number]

    asyncio.run(main())


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreFailed, match="cannot be used"):
        SqliteStore(tmp_path)
    (tmp_path / "text").write_text("Dear diary, " * 1000, encoding="utf-8")
    with pytest.raises(StoreFailed, match="cannot be used"):
        SqliteStore(tmp_path / "text")


@pytest.mark.parametrize(
    ("where", "sentence"),
    [
        ("mysql://here/there", "“mysql” is not known"),
        ("~nobody-of-this-name/tables.db", "cannot be used"),
        ("a\0b", "cannot be used"),
    ],
)
def test_what_is_no_place_is_refused(where: str, sentence: str) -> None:
    with pytest.raises(StoreFailed, match=sentence):
        asyncio.run(open_store(where))


def test_a_store_that_is_only_looked_at_is_not_made(tmp_path: Path) -> None:
    path = tmp_path / "none" / "tables.db"
    with pytest.raises(StoreFailed, match="nothing in"):
        asyncio.run(open_store(str(path), serving=False, making=False))
    assert not path.parent.exists()


def test_nobody_else_may_read_the_file(path: Path) -> None:
    with_store(str(path), lambda store: store.check())
    assert path.stat().st_mode & 0o077 == 0
    assert Path(f"{path}.lock").stat().st_mode & 0o077 == 0
