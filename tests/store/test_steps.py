"""Steps as both databases run them: all or none, and once."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from funicular.store.log import StoreFailed, TableGone, Unsure
from funicular.store.open import Store
from funicular.store.steps import Steps
from tests.store.stores import opened, row, with_store
from tests.store.wire import Wire, wire_to


def add(name: str) -> Steps[None]:
    yield "INSERT INTO records (name, body) VALUES ($1, $2)", (name, b"{}")


def touch(wire: Wire | None = None) -> Steps[None]:
    yield "UPDATE tables SET touched = touched + 1 WHERE id = 't'", ()
    if wire is not None:
        wire.lose_answers = True


async def touched(store: Store) -> float:
    (table,) = await store.tables_listed(most=9)
    return table.touched


def test_steps_that_refuse_are_undone_and_others_are_not(where: str) -> None:
    """In a file they may share a commit."""

    def refuse() -> Steps[None]:
        yield from add("refused")
        raise StoreFailed("store.no-text")

    async def use(store: Store) -> None:
        results = await asyncio.gather(
            store.change(lambda: add("one")),
            store.change(refuse),
            store.revise("nowhere", {1: b"x"}),
            store.change(lambda: add("two")),
            return_exceptions=True,
        )
        assert [type(each) for each in results] == [
            type(None),
            StoreFailed,
            TableGone,
            type(None),
        ]
        async with store.inventory() as found:
            assert [name for name, _ in await found.records(after="", most=9)] == ["one", "two"]

    with_store(where, use)


def test_a_file_is_not_changed_by_who_only_looks(tmp_path: object) -> None:
    async def use(store: Store) -> None:
        with pytest.raises(StoreFailed):
            await store.look_up(lambda: add("one"))
        assert await store.record("one") is None

    with_store(f"{tmp_path}/tables.db", use)


def test_a_change_whose_connection_dies_before_the_commit_is_begun_anew(database: str) -> None:
    async def main() -> None:
        async with wire_to(database) as (wire, url), opened(url) as store:
            await store.append("t", [row(1, at=1.0)])
            connection = await asyncpg.connect(database)
            async with connection.transaction():
                # The change waits for this lock when its connection is cut.
                await connection.execute("SELECT FROM tables WHERE id = 't' FOR UPDATE")
                changing = asyncio.create_task(store.change(touch))
                while not await connection.fetchval(
                    "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                ):
                    pass
                wire.cut()
            await changing
            await connection.close()
            assert await touched(store) == 2.0

    asyncio.run(main())


def test_a_change_whose_commit_was_not_answered_is_not_made_twice(database: str) -> None:
    async def main() -> None:
        async with wire_to(database) as (wire, url), opened(url) as store, opened(database) as two:
            await store.append("t", [row(1, at=1.0)])
            with pytest.raises(Unsure):
                await store.change(lambda: touch(wire))
            assert await touched(two) == 2.0

    asyncio.run(main())
