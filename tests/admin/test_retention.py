"""What is older than its days is deleted, in rounds, and never on the word of one clock."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from funicular.admin import retention
from funicular.admin.reading import unfolded
from funicular.admin.retention import (
    FOR_EVER,
    SERVER_KEEP,
    ClockDoubted,
    Keep,
    choose_first,
    choose_keep,
    chosen_keep,
    lacks_choice,
    sweep,
)
from funicular.store.copy import contents, copy_into
from funicular.store.open import Store
from funicular.table.wire import Line
from tests.kit.logs import DAY, log_of
from tests.store.stores import execute, opened, with_store


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
    execute(where, f"UPDATE records SET at = {time.time() - 50 * DAY} WHERE name <> 'new'")  # noqa: S608 - ours

    async def look(store: Store) -> None:
        # Records of a table's own matches go with the table.
        assert (await sweep(store, Keep(records=10.0))).records == ["old"]
        assert await store.record("t-1") == b"{}"
        assert await store.record("new") == b"{}"
        # Not for good: whoever has the file may bring it again.
        await store.keep_record("old", b"{}")
        assert await store.record("old") == b"{}"

    with_store(where, look)


def test_of_two_servers_that_begin_at_once_the_first_one_chooses(where: str) -> None:
    async def use(store: Store) -> None:
        assert await chosen_keep(store) is None
        assert await lacks_choice(store)
        await choose_first(store, Keep(tables=30.0, chat=FOR_EVER, records=0.5))
        await choose_first(store, SERVER_KEEP)
        assert await chosen_keep(store) == Keep(tables=30.0, chat=FOR_EVER, records=0.5)
        # An operator chooses anew, also only a part of it.
        await choose_keep(store, Keep(chat=7.0))
        assert await chosen_keep(store) == Keep(tables=30.0, chat=7.0, records=0.5)

    with_store(where, use)


@pytest.mark.parametrize("what", ["table", "record"])
def test_nothing_is_chosen_for_a_store_that_has_something(where: str, what: str) -> None:
    """A server must not begin to delete what a table at home, which chooses nothing, has kept."""

    async def use(store: Store) -> None:
        if what == "table":
            await store.append("old", log_of("old"))
        else:
            await store.keep_record("old", b"{}")
        await choose_first(store, SERVER_KEEP)
        assert await chosen_keep(store) is None

    with_store(where, use)


def test_what_a_server_is_told_wins_over_what_was_chosen() -> None:
    chosen = Keep(tables=30.0, chat=7.0, records=FOR_EVER)
    told = Keep(tables=FOR_EVER, chat=1.0)
    assert told.over(chosen).settled() == Keep(tables=None, chat=1.0, records=None)
    assert Keep().over(None).settled() == Keep()
    assert not Keep().over(Keep(FOR_EVER, FOR_EVER, FOR_EVER)).settled()


def test_nonsense_in_a_store_deletes_nothing(where: str) -> None:
    """Out of a backup that was tampered with, say."""
    with_store(where, lambda store: choose_keep(store, SERVER_KEEP))
    execute(where, "UPDATE retention SET days = -1 WHERE what = 'tables'")
    execute(where, "UPDATE retention SET what = 'cards' WHERE what = 'chat'")

    async def use(store: Store) -> None:
        chosen = await chosen_keep(store)
        assert chosen is not None
        assert chosen.settled() == Keep(records=SERVER_KEEP.records)

    with_store(where, use)


def test_a_copy_brings_what_was_chosen_to_a_store_where_nothing_was(
    where: str, tmp_path: Path
) -> None:
    async def main() -> None:
        async with opened(where) as store, opened(str(tmp_path / "other.db")) as other:
            await choose_keep(store, Keep(tables=30.0, chat=7.0))
            await choose_keep(other, Keep(tables=50.0))
            async with store.inventory() as found:
                await copy_into(contents(found, []), other)
            assert await chosen_keep(other) == Keep(tables=50.0, chat=7.0, records=FOR_EVER)

    asyncio.run(main())
