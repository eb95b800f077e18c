"""Databases are brought up to date, step by step, or left exactly as they were."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest

from funicular.lang import Reader
from funicular.store.log import StoreFailed
from funicular.store.migrations import LAST_DEVELOPMENT, Migration, StoreKind, migrations
from funicular.store.open import Store, open_store
from funicular.store.sqlite.file import UNNUMBERED_TABLES, prepare
from tests.store.stores import execute, opened, row, with_store

BAD_STEP = "CREATE TABLE extra (id integer PRIMARY KEY);\nINSERT INTO nowhere VALUES (1);\n"
NUMBERS = [step.number for step in migrations("sqlite")]
NEXT = len(NUMBERS) + 1
GOOD_STEP = "CREATE TABLE extra (id integer PRIMARY KEY);\n"
LATER_STEP = Migration(NEXT, "later", GOOD_STEP)
VISITS = """
    ALTER TABLE tables ADD COLUMN visits integer NOT NULL DEFAULT 0;
    UPDATE tables SET visits = 10 * seq;
    CREATE TABLE visited (visits integer PRIMARY KEY);
"""


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


def test_a_later_step_is_applied_to_what_is_there_and_upgrades_its_rows(
    fresh: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with a release to come; here the steps of this one and a made-up one."""
    with_store(fresh, lambda store: store.append("t", [row(1), row(2)]))
    with_steps(monkeypatch, lambda kind: (*migrations(kind), Migration(NEXT, "visits", VISITS)))

    async def use(store: Store) -> None:
        assert [step.name for step in store.migrations_applied] == ["visits"]
        # Nor does the program of before, which knows nothing of it, notice.
        await store.append("t", [row(3)])
        assert len(await store.read("t")) == 3

    with_store(fresh, use)
    execute(fresh, "INSERT INTO visited SELECT visits FROM tables")
    # Refuses the same number twice: the row that was there before has 20 visits, not the usual 0.
    with pytest.raises((sqlite3.IntegrityError, asyncpg.UniqueViolationError)):
        execute(fresh, "INSERT INTO visited VALUES (20)")


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
        with_steps(patch, lambda kind: (*migrations(kind), LATER_STEP))
        with_store(fresh, lambda store: store.append("t", [row(1)]))
    with pytest.raises(StoreFailed, match="newer version"):
        asyncio.run(open_store(fresh))


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_database_of_a_development_version_is_refused_with_a_way_out(
    fresh: str, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    def steps(kind: StoreKind) -> tuple[Migration, ...]:
        """As before 0.1.0: the same in the end, by other steps."""
        return Migration(1, "logs", f"{migrations(kind)[0].sql}\n-- "), LATER_STEP

    with monkeypatch.context() as patch:
        with_steps(patch, steps)
        with_store(fresh, lambda store: store.append("t", [row(1)]))
    with pytest.raises(StoreFailed) as refused:
        asyncio.run(open_store(fresh))
    said = refused.value.say(Reader(lang))
    for words in ("0.1.0", LAST_DEVELOPMENT, "funicular store backup", "funicular store restore"):
        assert words in said
    # It still opens with the version that wrote it, and holds what it held.
    with monkeypatch.context() as patch:
        with_steps(patch, steps)

        async def look(store: Store) -> None:
            assert store.migrations_applied == ()
            assert await store.read("t") == (row(1),)

        with_store(fresh, look)


def test_a_file_of_the_first_development_versions_is_refused_and_left_as_it_is(
    tmp_path: Path,
) -> None:
    path = tmp_path / "tables.db"
    execute(str(path), "".join(f"CREATE TABLE {name} (x);" for name in UNNUMBERED_TABLES))
    before = path.read_bytes()
    with pytest.raises(StoreFailed, match="development version"):
        asyncio.run(open_store(str(path)))
    assert path.read_bytes() == before


def test_a_database_that_other_steps_have_made_is_refused(
    fresh: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        with_steps(patch, lambda kind: (*migrations(kind), LATER_STEP))
        with_store(fresh, lambda store: store.check())
    with_steps(monkeypatch, lambda kind: (*migrations(kind), Migration(NEXT, "other", VISITS)))
    with pytest.raises(StoreFailed, match=f"step {NEXT}"):
        asyncio.run(open_store(fresh))


def test_a_database_that_is_only_looked_at_gets_no_tables(postgres_url: str) -> None:
    with pytest.raises(StoreFailed, match="nothing in"):
        asyncio.run(open_store(postgres_url, making=False))
    with_store(postgres_url, lambda store: store.check())
