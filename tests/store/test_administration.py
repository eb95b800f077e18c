"""What an operator asks of a store, in both databases: to delete, rewrite and ban."""

from __future__ import annotations

import time

import pytest

from funicular.store.administration import (
    JUMP_SECONDS,
    TRUST_SECONDS,
    Ban,
    ClockSeen,
    next_reading,
)
from funicular.store.log import Conflict, Snapshot, StoreFailed, TableGone
from funicular.store.open import Store
from tests.store.stores import execute, opened, row, rows, with_store


def test_a_deleted_table_is_gone_with_all_that_belongs_to_it(where: str) -> None:
    async def use(store: Store) -> None:
        for name in ("gone", "stays"):
            await store.append(name, rows(1, 3))
            await store.keep_snapshot(name, "1", Snapshot(3, b"x"))
            await store.keep_record(f"{name}-1", b"{}")
            await store.lease([name])
            await store.here({name: b"[]"})
        assert await store.delete_tables(["gone"]) == {"gone": 3}
        assert await store.read("gone") == ()
        assert await store.heads(["gone", "stays"]) == {"stays": 3}
        assert await store.snapshot("gone", "1") is None
        assert await store.snapshot("stays", "1") is not None
        assert await store.record("gone-1") is None
        assert await store.record("stays-1") == b"{}"
        assert [each.kind for each in await store.orders(0)] == ["deleted"]

    with_store(where, use)


def test_a_deleted_table_never_comes_back(where: str) -> None:
    async def use(store: Store) -> None:
        await store.append("t", rows(1, 3))
        await store.delete_tables(["t"])
        # A server that still remembers it, a backup that is restored, a snapshot that comes late.
        with pytest.raises(TableGone):
            await store.append("t", [row(4)])
        with pytest.raises(TableGone):
            await store.append("t", [row(1)])
        await store.keep_snapshot("t", "1", Snapshot(3, b"x"))
        assert await store.snapshot("t", "1") is None
        await store.keep_record("t-1", b"{}")
        assert await store.record("t-1") is None
        with pytest.raises(TableGone):
            await store.revise("t", {1: b"x"})
        assert await store.deleted("table", ["t", "other"]) == {"t"}
        assert await store.delete_tables(["t"]) == {}

    with_store(where, use)


def test_a_table_that_was_used_meanwhile_is_not_deleted_by_age(where: str) -> None:
    async def use(store: Store) -> None:
        await store.append("t", [row(1, at=100.0)])
        assert await store.unused(before=200.0, most=9) == ("t",)
        await store.append("t", [row(2, at=300.0)])
        assert await store.delete_tables(["t"], before=200.0) == {}
        assert len(await store.read("t")) == 2
        with pytest.raises(Conflict):
            await store.append("t", [row(2)])

    with_store(where, use)


def test_a_record_deleted_for_good_cannot_be_brought_again(where: str) -> None:
    async def use(store: Store) -> None:
        for name in ("one", "two"):
            await store.keep_record(name, b"old")
        assert await store.delete_records(["one"], final=True) == ("one",)
        assert await store.delete_records(["two", "none"], final=False) == ("two",)
        for name in ("one", "two"):
            await store.keep_record(name, b"new")
        assert await store.record("one") is None
        assert await store.record("two") == b"new"
        now = (await store.clock()).now
        assert await store.old_records(before=now + 60, most=9) == ("two",)
        assert await store.old_records(before=now - 60, most=9) == ()

    with_store(where, use)


def test_rows_are_rewritten_in_place_and_servers_hear_of_it(where: str) -> None:
    async def use(store: Store) -> None:
        await store.append("t", rows(1, 3))
        await store.keep_snapshot("t", "1", Snapshot(3, b"x"))
        await store.revise("t", {2: b"other"})
        assert [each.body for each in await store.read("t")] == [b"entry 1", b"other", b"entry 3"]
        assert await store.snapshot("t", "1") is None
        heard = await store.orders(0)
        assert [(each.kind, each.subject) for each in heard] == [("revised", "t")]
        assert await store.last_order() == heard[-1].number
        assert await store.orders(heard[-1].number) == ()

    with_store(where, use)


def test_bans_hold_until_they_end_or_are_lifted(where: str) -> None:
    async def use(store: Store) -> None:
        now = time.time()
        forever = Ban("address", "203.0.113.7/32", "203.0.113.7", "spam", now)
        past = Ban("name", "zoé", "Zoé", "", now - 100, now - 50)
        await store.ban(forever)
        await store.ban(past)
        assert await store.bans() == (forever,)
        assert await store.bans(past=True) == (forever, past)
        assert await store.pardon("address", forever.subject)
        assert not await store.pardon("address", forever.subject)
        assert await store.bans() == ()
        assert {each.kind for each in await store.orders(0)} == {"bans"}

    with_store(where, use)


def test_tables_are_listed_page_by_page_those_touched_last_first(where: str) -> None:
    async def use(store: Store) -> None:
        for number in range(5):
            await store.append(f"t{number}", [row(1, at=100.0 + number // 2)])
        first = await store.tables_listed(most=3)
        assert [each.id for each in first] == ["t4", "t2", "t3"]
        rest = await store.tables_listed(before=(first[-1].touched, first[-1].id), most=9)
        assert [each.id for each in rest] == ["t0", "t1"]

    with_store(where, use)


def test_a_clock_is_trusted_only_after_a_day_without_a_jump() -> None:
    day = 86_400.0
    first = next_reading(1000.0, None)
    assert first == ClockSeen(1000.0, 1000.0)
    assert not first.trusted
    steady = next_reading(1000.0 + TRUST_SECONDS, (1000.0 + TRUST_SECONDS - 60, 1000.0))
    assert steady.trusted
    for jump in (40 * day, -40 * day, JUMP_SECONDS + 1):
        jumped = next_reading(steady.now + jump, (steady.now, steady.since))
        assert jumped.since == jumped.now
        assert not jumped.trusted


def test_a_clock_that_jumps_is_noticed_by_the_store(where: str) -> None:
    async def use(store: Store) -> None:
        first = await store.clock()
        assert abs(first.now - time.time()) < 3600
        again = await store.clock()
        assert again.since == first.since

    with_store(where, use)
    # As if the server had last looked forty days ago, or forty days ahead of now.
    for seen in (time.time() - 40 * 86_400, time.time() + 40 * 86_400):
        execute(where, f"UPDATE clock SET seen = {seen}, since = {seen - 90_000}")  # noqa: S608 - ours

        async def look(store: Store) -> None:
            assert not (await store.clock()).trusted

        with_store(where, look)
    execute(where, f"UPDATE clock SET since = {time.time() - 90_000}")  # noqa: S608 - ours

    async def trust(store: Store) -> None:
        assert (await store.clock()).trusted

    with_store(where, trust)


def test_what_nobody_needs_is_tidied_away(where: str) -> None:
    async def use(store: Store) -> None:
        long_ago = time.time() - 40 * 86_400
        await store.ban(Ban("name", "old", "old", "", long_ago, long_ago + 1))
        await store.tell("grown", "t")
        await store.tidy()
        assert await store.bans(past=True) == ()
        assert len(await store.orders(0)) == 2

    with_store(where, use)
    execute(where, "UPDATE orders SET at = 1000")
    with_store(where, lambda store: store.tidy())

    async def look(store: Store) -> None:
        assert await store.orders(0) == ()
        # No number is given twice, so that no server mistakes a new order for an old one.
        await store.tell("grown", "t")
        assert (await store.last_order()) == 3

    if not where.startswith("postgresql"):
        with_store(where, look)


def test_a_store_that_was_deleted_tables_does_not_take_them_from_another(
    where: str, tmp_path: object
) -> None:
    from funicular.store.copy import contents, copy_into  # noqa: PLC0415 - only here

    async def use(store: Store) -> None:
        await store.append("t", rows(1, 2))
        await store.keep_record("r", b"{}")
        async with opened(f"{tmp_path}/other.db") as other:
            async with store.inventory() as found:
                await copy_into(contents(found, []), other)
            await store.delete_tables(["t"])
            await store.delete_records(["r"], final=True)
            async with other.inventory() as found:
                result = await copy_into(contents(found, []), store)
        assert sorted(result.deleted) == ["r", "t"]
        assert result.new == result.records == 0

    with_store(where, use)


def test_names_that_no_database_can_keep_are_refused(where: str) -> None:
    async def use(store: Store) -> None:
        with pytest.raises(StoreFailed):
            await store.delete_tables(["\0"])
        assert await store.deleted("table", ["\0"]) == frozenset()

    with_store(where, use)
