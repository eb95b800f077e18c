"""What is older than its days is deleted, in rounds, and never on the word of one clock."""

from __future__ import annotations

import time

import pytest

from funicular.admin import retention
from funicular.admin.reading import unfolded
from funicular.admin.retention import ClockDoubted, Keep, sweep
from funicular.store.open import Store
from funicular.table.wire import Line
from tests.kit.logs import DAY, log_of
from tests.store.stores import execute, with_store


def trust(where: str) -> None:
    """As if the store had watched its clock for two days."""
    with_store(where, lambda store: store.clock())
    execute(where, f"UPDATE clock SET since = {time.time() - 2 * DAY}")  # noqa: S608 - ours


async def lines(store: Store, table: str) -> list[str | None]:
    async with store.inventory() as found:
        there = await unfolded(found, table)
    assert there is not None
    return [line.text for line in there.lines if isinstance(line, Line)]


def test_nothing_is_deleted_while_the_clock_is_doubted(where: str) -> None:
    async def use(store: Store) -> None:
        await store.append("old", log_of("old", at=time.time() - 50 * DAY))
        with pytest.raises(ClockDoubted):
            await sweep(store, Keep(tables=10.0))
        assert await store.heads(["old"]) == {"old": 9}
        swept = await sweep(store, Keep(tables=10.0), trust_clock=True)
        assert swept.tables == ["old"]

    with_store(where, use)


def test_only_what_is_too_old_is_deleted_and_never_where_somebody_is(where: str) -> None:
    trust(where)

    async def use(store: Store) -> None:
        for name, days in (("old", 50), ("busy", 50), ("new", 5)):
            await store.append(name, log_of(name, at=time.time() - days * DAY))
        swept = await sweep(store, Keep(tables=10.0), busy=["busy"])
        assert swept.tables == ["old"]
        assert sorted(await store.heads(["old", "busy", "new"])) == ["busy", "new"]
        assert (await sweep(store, Keep())).tables == []

    with_store(where, use)


def test_a_round_is_bounded(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "MOST_TABLES", 2)
    trust(where)

    async def use(store: Store) -> None:
        for number in range(5):
            await store.append(f"t{number}", log_of(f"t{number}")[:1])
        rounds = [await sweep(store, Keep(tables=10.0)) for _ in range(3)]
        assert [(len(each.tables), each.more) for each in rounds] == [
            (2, True),
            (2, True),
            (1, False),
        ]

    with_store(where, use)


def test_chat_goes_line_by_line_and_a_table_is_looked_through_once_a_day(where: str) -> None:
    trust(where)

    async def use(store: Store) -> None:
        await store.append("old", log_of("old", at=time.time() - 50 * DAY))
        await store.append("new", log_of("new", at=time.time() - DAY))
        swept = await sweep(store, Keep(chat=10.0))
        assert swept.lines == 3
        assert await lines(store, "old") == []
        assert await lines(store, "new") == ["first words", "hello Zoé", "last words"]
        # Names and moves stay, and so does every number.
        assert await store.heads(["old"]) == {"old": 9}
        heard = await store.last_order()
        assert (await sweep(store, Keep(chat=10.0))).lines == 0
        assert await store.last_order() == heard
        assert await store.chat_unswept(before=time.time() - 10 * DAY - DAY, most=9) == ()

    with_store(where, use)


def test_records_go_by_when_they_were_brought(where: str) -> None:
    trust(where)

    async def use(store: Store) -> None:
        for name in ("old", "new", "t-1", "day 2026-11-16"):
            await store.keep_record(name, b"{}")

    with_store(where, use)
    table = "records" if where.startswith("postgresql") else "record_times"
    execute(where, f"UPDATE {table} SET at = {time.time() - 50 * DAY} WHERE name <> 'new'")  # noqa: S608 - ours

    async def look(store: Store) -> None:
        # Records of a table's own matches go with the table.
        assert (await sweep(store, Keep(records=10.0))).records == ["old"]
        assert await store.record("t-1") == b"{}"
        assert await store.record("new") == b"{}"
        # Not for good: whoever has the file may bring it again.
        await store.keep_record("old", b"{}")
        assert await store.record("old") == b"{}"

    with_store(where, look)
