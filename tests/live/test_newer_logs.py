"""A server meets rows of a newer release, as while servers change over one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from funicular.lang import Reader
from funicular.live.attempts import Asked
from funicular.live.loading import Damaged, load
from funicular.live.room_context import Pools
from funicular.live.table_log import TableLog
from funicular.store.log import Row
from funicular.store.sqlite import SqliteStore
from funicular.table.decision import Decision
from funicular.table.entries import Said
from funicular.table.log_format import NewerLog
from tests.kit.logs import log_of

SKIPPED = b'{"t":"applauded","seat":0,"v":7,"skip":true}'
NEEDED = b'{"t":"swapped","seat":0,"v":7}'


def with_store(path: Path, use: Callable[[SqliteStore], Awaitable[None]]) -> None:
    async def run() -> None:
        store = SqliteStore(path / "store.sqlite3")
        try:
            await store.append("t", log_of("t"))
            await use(store)
        finally:
            await store.close()

    asyncio.run(run())


async def add(store: SqliteStore, seq: int, body: bytes) -> None:
    await store.append("t", [Row(seq, None, None, 1_800_000_000.0, body)])


async def say_hello(table_log: TableLog, asked: Asked | None = None) -> None:
    async for attempt in table_log.attempts(asked):
        async with attempt:
            await attempt.commit(Decision((Said(0, "hello"),)))


def test_a_log_with_newer_rows_that_may_be_skipped_is_loaded(tmp_path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        await add(store, 10, SKIPPED)
        table_log = await load(store, "t", Pools(), shared=True)
        assert table_log is not None
        assert table_log.table.seq == 10
        # And written to, after the row that was not read.
        await say_hello(table_log)
        assert (await store.heads(["t"]))["t"] == 11

    with_store(tmp_path, use)


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", "The table t was written to by a newer version"), ("fr", "Une version plus récente")],
)
def test_a_log_that_needs_a_newer_release_is_refused_by_name_and_version(
    tmp_path: Path, lang: str, words: str
) -> None:
    async def use(store: SqliteStore) -> None:
        await add(store, 10, NEEDED)
        with pytest.raises(Damaged) as refused:
            await load(store, "t", Pools(), shared=True)
        said = refused.value.say(Reader(lang))
        assert words in said
        assert "version 7" in said
        assert (refused.value.code, refused.value.seq) == ("damaged", 10)

    with_store(tmp_path, use)


def test_a_table_that_is_open_stops_before_the_row_it_cannot_read(tmp_path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        rows = log_of("t")
        table_log = TableLog.unfolded(store, rows, shared=True)
        # Another server, of a newer release, writes on.
        await store.append("t", [Row(10, "host", "c", 1_800_000_000.0, SKIPPED)])
        await add(store, 11, NEEDED)
        with pytest.raises(NewerLog):
            await say_hello(table_log, ("host", "d"))
        assert table_log.table.seq == 10
        assert table_log.answered(("host", "c")) is not None
        # Nothing was written over it.
        assert (await store.heads(["t"]))["t"] == 11

    with_store(tmp_path, use)
