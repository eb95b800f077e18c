"""Databases are brought up to date, step by step, or left exactly as they were."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from funicular.store.checking import check_logs
from funicular.store.log import Row, StoreFailed
from funicular.store.migrations import Migration, StoreKind, migrations
from funicular.store.open import Store, open_store
from funicular.store.sqlite.file import prepare
from tests.store.stores import execute, opened, row, with_store

VERSION_1 = Path(__file__).with_name("version_1.sql").read_text(encoding="utf-8")
BAD_STEP = "CREATE TABLE extra (id integer PRIMARY KEY);\nINSERT INTO nowhere VALUES (1);\n"
NUMBERS = [step.number for step in migrations("sqlite")]
NEXT = len(NUMBERS) + 1
GOOD_STEP = "CREATE TABLE extra (id integer PRIMARY KEY);\n"


@pytest.fixture(params=["sqlite", "postgres"])
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A place without any tables, once of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    url: str = request.getfixturevalue("postgres_url")
    return url


def with_steps(
    monkeypatch: pytest.MonkeyPatch, change: Callable[[StoreKind], tuple[Migration, ...]]
) -> None:
    for place in ("sqlite.file", "postgres.migrating"):
        monkeypatch.setattr(f"funicular.store.{place}.migrations", change)


def test_steps_are_numbered_from_1_without_a_gap() -> None:
    kinds: tuple[StoreKind, ...] = ("sqlite", "postgres")
    for kind in kinds:
        assert [step.number for step in migrations(kind)] == list(
            range(1, len(migrations(kind)) + 1)
        )
        assert all(step.sql.strip() for step in migrations(kind))


def test_a_new_place_gets_every_step_once(fresh: str) -> None:
    async def main() -> None:
        async with opened(fresh) as first:
            assert [step.number for step in first.migrations_applied] == NUMBERS
        async with opened(fresh) as second:
            assert second.migrations_applied == ()

    asyncio.run(main())


def test_who_opens_a_new_place_at_the_same_time_does_not_get_in_the_way(fresh: str) -> None:
    async def main() -> None:
        stores = await asyncio.gather(*(open_store(fresh, serving=False) for _ in range(4)))
        made = [step.number for store in stores for step in store.migrations_applied]
        assert sorted(made) == NUMBERS
        for number, store in enumerate(stores, 1):
            await store.append("t", [row(number)])
            await store.close()

    asyncio.run(main())


def test_many_may_make_a_new_file_at_once(tmp_path: Path) -> None:
    """SQLite refuses some at once, where one waits for the other: in a few of a hundred files."""
    with ThreadPoolExecutor(6) as pool:
        for number in range(100):
            path = tmp_path / f"{number}.db"
            made = pool.map(lambda _, path=path: prepare(path, making=True), range(6))
            assert sorted(step.number for done in made for step in done) == NUMBERS


def test_a_new_file_that_another_holds_is_given_up_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("funicular.store.sqlite.file.BUSY_MILLISECONDS", 50)
    path = tmp_path / "tables.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreFailed, match="locked"):
            prepare(path, making=True)
        other.execute("ROLLBACK")
    assert [step.number for step in prepare(path, making=True)] == NUMBERS


def test_a_file_of_the_first_version_comes_along_with_all_it_has(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    execute(str(path), VERSION_1)

    async def use(store: Store) -> None:
        assert [step.number for step in store.migrations_applied] == NUMBERS[1:]
        assert await store.read("first") == (
            Row(1, "zoe", "a", 100.5, b"{}"),
            Row(2, None, None, 101.125, b"\0\xff"),
            Row(3, "max", "a", 150.75, b""),
        )
        assert await store.heads(["first", "second", "empty"]) == {
            "first": 3,
            "second": 1,
            "empty": 0,
        }
        assert await store.untouched(before=201.0, most=9) == ("first", "second")
        assert [known.id for known in await store.tables(most=9)] == ["empty", "second", "first"]
        assert await store.record("kept") == b"record"
        await store.append("first", [row(4)])
        assert len(await store.read("first")) == 4

    with_store(str(path), use)

    async def look(store: Store) -> None:
        assert store.migrations_applied == ()
        async with store.inventory() as found:
            # A table without a row was never one.
            assert (await check_logs(found)).broken == ["empty"]

    with_store(str(path), look)
    with closing(sqlite3.connect(path)) as connection:
        noted = connection.execute("SELECT number, checksum FROM migrations").fetchall()
        assert noted == [(step.number, step.checksum) for step in migrations("sqlite")]


def test_a_step_that_fails_leaves_everything_as_it_was(
    fresh: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_store(fresh, lambda store: store.append("t", [row(1)]))
    with monkeypatch.context() as patch:
        with_steps(patch, lambda kind: (*migrations(kind), Migration(NEXT, "bad", BAD_STEP)))
        with pytest.raises(StoreFailed, match="nowhere"):
            asyncio.run(open_store(fresh))
    with_steps(monkeypatch, lambda kind: (*migrations(kind), Migration(NEXT, "good", GOOD_STEP)))

    async def use(store: Store) -> None:
        # Would fail if the table that the bad step makes were there.
        assert [step.name for step in store.migrations_applied] == ["good"]
        assert await store.read("t") == (row(1),)

    with_store(fresh, use)


def test_a_database_of_a_newer_version_is_refused_and_left_alone(
    fresh: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        with_steps(patch, lambda kind: (*migrations(kind), Migration(NEXT, "later", GOOD_STEP)))
        with_store(fresh, lambda store: store.append("t", [row(1)]))
    with pytest.raises(StoreFailed, match="newer version"):
        asyncio.run(open_store(fresh))


def test_a_file_that_says_only_its_version_is_refused_if_it_is_newer(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    execute(str(path), "PRAGMA user_version = 99")
    with pytest.raises(StoreFailed, match="newer version"):
        asyncio.run(open_store(str(path)))


def test_a_database_that_other_steps_have_made_is_refused(fresh: str) -> None:
    with_store(fresh, lambda store: store.check())
    execute(fresh, "UPDATE migrations SET checksum = 'other' WHERE number = 2")
    with pytest.raises(StoreFailed, match="step 2"):
        asyncio.run(open_store(fresh))


def test_a_database_that_is_only_looked_at_gets_no_tables(postgres_url: str) -> None:
    with pytest.raises(StoreFailed, match="nothing in"):
        asyncio.run(open_store(postgres_url, making=False))
    with_store(postgres_url, lambda store: store.check())
