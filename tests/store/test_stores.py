"""What both databases do alike: keep what is acknowledged, once, in order, all or nothing."""

from __future__ import annotations

import asyncio
import random
import threading

import pytest
from msgspec.structs import replace

from funicular.store.inventory import Inventory
from funicular.store.log import Conflict, Row, Snapshot, StoreFailed
from funicular.store.open import Store, open_store
from funicular.store.reviews import StoredReview
from tests.store.stores import opened, row, rows, with_store


def test_rows_are_read_in_order_and_after_a_number(where: str) -> None:
    async def use(store: Store) -> None:
        await store.append("here", rows(1, 2))
        await store.append("there", [row(1)])
        await store.append("here", [row(3)])
        assert await store.read("here") == (row(1), row(2), row(3))
        assert await store.read("here", after=2) == (row(3),)
        assert await store.read("here", after=1, most=1) == (row(2),)
        assert await store.read("here", most=2) == (row(1), row(2))
        assert await store.read("nowhere") == ()
        assert await store.read("no\0where") == ()
        assert await store.read("\udcff") == ()

    with_store(where, use)


def test_the_row_of_a_command_is_found(where: str) -> None:
    async def use(store: Store) -> None:
        await store.append("here", [row(1, "zoé", "one"), row(2), row(3, "max", "one")])
        await store.append("there", [row(1, "zoé", "two")])
        assert await store.find_command("here", "zoé", "one") == 1
        assert await store.find_command("here", "max", "one") == 3
        assert await store.find_command("here", "zoé", "two") is None
        assert await store.find_command("nowhere", "zoé", "one") is None
        assert await store.find_command("here", "zoé", "no\0text") is None

    with_store(where, use)


def test_a_row_is_kept_to_the_last_bit(where: str) -> None:
    async def use(store: Store) -> None:
        odd = Row(1, "zoé 🂡", "", 1_700_000_000.123456789, bytes(range(256)))
        await store.append("t", [odd])
        assert await store.read("t") == (odd,)

    with_store(where, use)


def test_a_number_is_given_only_once_and_neighbours_do_not_notice(where: str) -> None:
    async def use(store: Store) -> None:
        await store.append("here", [row(1)])
        results = await asyncio.gather(
            store.append("there", [row(1)]),
            store.append("here", [row(2), row(1)]),
            store.append("here", [row(2)]),
            store.append("here", [row(2, "late")]),
            store.append("there", [row(1, "late")]),
            return_exceptions=True,
        )
        none = type(None)
        assert [type(result) for result in results] == [none, Conflict, none, Conflict, Conflict]
        assert await store.read("here") == (row(1), row(2))
        assert await store.read("there") == (row(1),)

    with_store(where, use)


@pytest.mark.parametrize("seqs", [(3,), (0, 1), (2, 4), (2, 2), (1, 2)])
def test_a_log_has_no_gap(where: str, seqs: tuple[int, ...]) -> None:
    async def use(store: Store) -> None:
        await store.append("t", [row(1)])
        with pytest.raises(Conflict):
            await store.append("t", [row(seq) for seq in seqs])
        with pytest.raises(Conflict):
            await store.append("new", [row(seq) for seq in (2, 3)])
        await store.append("t", [])
        assert await store.read("t") == (row(1),)
        assert await store.read("new") == ()
        assert await store.heads(["t", "new"]) == {"t": 1}

    with_store(where, use)


def test_a_command_is_kept_only_once_while_rows_without_one_are_free(where: str) -> None:
    async def use(store: Store) -> None:
        await store.append("here", [row(1, "zoe", "a"), row(2), row(3)])
        results = await asyncio.gather(
            store.append("here", [row(4), row(5, "zoe", "a")]),
            store.append("there", [row(1, "zoe", "a")]),
            store.append("twice", [row(1, "zoe", "a"), row(2, "zoe", "a")]),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [Conflict, type(None), Conflict]
        await store.append("here", [row(4, "max", "a"), row(5, "zoe", "b")])
        assert len(await store.read("here")) == 5
        assert await store.heads(["here", "there", "twice"]) == {"here": 5, "there": 1}

    with_store(where, use)


def test_names_that_a_database_cannot_keep_are_refused_and_neighbours_do_not_notice(
    where: str,
) -> None:
    async def use(store: Store) -> None:
        results = await asyncio.gather(
            store.append("a\0b", [row(1)]),
            store.append("fine", [row(1)]),
            store.append("other", [row(1, "\udcff", "x")]),
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [StoreFailed, type(None), StoreFailed]
        assert await store.read("fine") == (row(1),)

    with_store(where, use)


def test_many_who_want_one_number_get_it_one_at_a_time(where: str) -> None:
    """Twelve writers over two stores race for two tables; every row is somebody's, once."""

    async def write(store: Store, table: str, name: str) -> int:
        lost = 0
        for number in range(5):
            while True:
                after = (await store.heads([table])).get(table, 0)
                try:
                    await store.append(table, [row(after + 1, name, str(number))])
                except Conflict:
                    lost += 1
                else:
                    break
        return lost

    async def main() -> None:
        async with opened(where) as one, opened(where, serving=False) as two:
            tables = [f"t{number}" for number in range(2)]
            writers = [
                write(store, table, f"{place}-{number}")
                for table in tables
                for place, store in (("one", one), ("two", two))
                for number in range(3)
            ]
            assert sum(await asyncio.gather(*writers)) > 0
            for table in tables:
                log = await one.read(table)
                assert [each.seq for each in log] == list(range(1, 31))
                assert len({(each.guest, each.command) for each in log}) == 30

    asyncio.run(main())


def test_appends_that_come_while_others_are_committed_share_a_commit(where: str) -> None:
    async def main() -> None:
        batches: list[int] = []
        store = await open_store(where, on_commit=batches.append)
        for turn in range(3):
            await asyncio.gather(*(store.append(f"t{n}", [row(turn + 1)]) for n in range(200)))
        await store.close()
        assert sum(batches) == 600
        assert len(batches) < 60
        assert max(batches) <= 256

    asyncio.run(main())


def test_whoever_listens_to_the_batches_and_fails_stops_nothing(where: str) -> None:
    def batched(_: int) -> None:
        raise RuntimeError

    async def main() -> None:
        store = await open_store(where, on_commit=batched)
        await store.append("t", [row(1)])
        await store.append("t", [row(2)])
        assert len(await store.read("t")) == 2
        await store.close()

    asyncio.run(main())


def test_who_gives_up_waiting_gives_up_nothing_else(where: str) -> None:
    async def use(store: Store) -> None:
        waiting = asyncio.create_task(store.append("t", [row(1)]))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        await store.append("other", [row(1)])
        # Behind it in the queue of its table.
        with pytest.raises(Conflict):
            await store.append("t", [row(1)])
        assert await store.read("t") == (row(1),)

    with_store(where, use)


def test_what_waits_when_the_store_is_closed_is_kept(where: str) -> None:
    async def main() -> None:
        store = await open_store(where)
        waiting = [asyncio.create_task(store.append(f"t{n}", [row(1)])) for n in range(600)]
        await asyncio.sleep(0)
        await store.close()
        await store.close()
        await asyncio.gather(*waiting)
        with pytest.raises(StoreFailed):
            await store.append("late", [row(1)])
        with pytest.raises(StoreFailed):
            await store.read("t1")
        with pytest.raises(StoreFailed):
            await store.check()

    async def look(store: Store) -> None:
        assert len(await store.tables(most=1000)) == 600

    asyncio.run(main())
    with_store(where, look)


def test_the_newest_tables_come_first(where: str) -> None:
    async def use(store: Store) -> None:
        for number in (2, 0, 3, 1):
            await store.append(f"t{number}", [row(1, at=float(number))])
        known = await store.tables(most=2)
        assert [(each.id, each.created) for each in known] == [("t3", 3.0), ("t2", 2.0)]

    with_store(where, use)


def test_heads_are_told_of_the_tables_that_there_are(where: str) -> None:
    async def use(store: Store) -> None:
        await store.append("a", rows(1, 3))
        await store.append("b", [row(1)])
        await store.append("b", [row(2)])
        assert await store.heads(["b", "nowhere", "a", "\0", "\udcff"]) == {"a": 3, "b": 2}
        assert await store.heads([]) == {}

    with_store(where, use)


def test_tables_nobody_touches_are_told_the_oldest_first_unless_they_are_closed(where: str) -> None:
    async def use(store: Store) -> None:
        for at, name in ((30.0, "c"), (10.0, "a"), (20.0, "b"), (40.0, "d")):
            await store.append(name, [row(1, at=at)])
        await store.append("a", [row(2, at=35.0)])
        await store.append("b", [row(2, at=25.0)], closed=True)
        assert await store.untouched(before=36.0, most=9) == ("c", "a")
        assert await store.untouched(before=36.0, most=1) == ("c",)
        assert await store.untouched(before=30.0, most=9) == ()
        await store.append("b", [row(3, at=26.0)])
        assert await store.untouched(before=36.0, most=9) == ("b", "c", "a")

    with_store(where, use)


def test_a_record_is_kept_under_its_name(where: str) -> None:
    async def use(store: Store) -> None:
        await store.keep_record("abc", b"first")
        await store.keep_record("abc", b"second")
        assert await store.record("abc") == b"first"
        assert await store.record("none") is None
        assert await store.record("\0") is None

    with_store(where, use)


def test_a_snapshot_gives_way_to_a_later_one_and_to_another_form(where: str) -> None:
    async def use(store: Store) -> None:
        await store.append("t", [row(1)])
        assert await store.snapshot("t", "1") is None
        await store.keep_snapshot("t", "1", Snapshot(5, b"five"))
        await store.keep_snapshot("t", "1", Snapshot(4, b"four"))
        assert await store.snapshot("t", "1") == Snapshot(5, b"five")
        assert await store.snapshot("t", "2") is None
        await store.keep_snapshot("t", "2", Snapshot(3, b"three"))
        assert await store.snapshot("t", "1") is None
        assert await store.snapshot("t", "2") == Snapshot(3, b"three")
        await store.append("u", [row(1)])
        await store.keep_snapshot("u", "2", Snapshot(1, b"one"))
        assert await store.forget_snapshots() == 2
        assert await store.forget_snapshots() == 0
        assert await store.snapshot("t", "2") is None
        assert await store.read("t") == (row(1),)

    with_store(where, use)


def test_a_review_is_kept_with_its_record_and_goes_with_it(where: str) -> None:
    quick, fine = StoredReview(100, 1, b"quick", "[]"), StoredReview(400, 1, b"fine", "[]")

    async def use(store: Store) -> None:
        await store.keep_review("t-1", quick)
        assert await store.review("t-1", 1) is None
        for name in ("t-1", "u-1", "brought"):
            await store.keep_record(name, b"record")
            await store.keep_review(name, quick)
        assert await store.review("t-1", 1) == quick
        assert await store.review("t-1", 2) is None
        assert await store.review("\0", 1) is None
        await store.keep_review("t-1", fine)
        await store.keep_review("t-1", replace(quick, body=b"again", costs="[1]"))
        assert await store.review("t-1", 1) == fine
        await store.keep_review("t-1", StoredReview(400, 2, b"newer", "[]"))
        assert await store.review("t-1", 1) == replace(quick, body=b"again", costs="[1]")
        assert await store.review("t-1", 2) == StoredReview(400, 2, b"newer", "[]")
        await store.append("t", [row(1)])
        await store.delete_tables(["t"])
        await store.delete_records(["brought"], final=False)
        assert await store.review("t-1", 1) is None
        await store.keep_record("brought", b"record")
        assert await store.review("brought", 1) is None
        assert await store.review("u-1", 1) == quick

    with_store(where, use)


def test_a_check_leaves_nothing(where: str) -> None:
    async def use(store: Store) -> None:
        await asyncio.gather(store.check(), store.check())
        async with store.inventory() as found:
            assert await found.records(after="", most=9) == ()
            assert await found.tables(after="", most=9) == ()

    with_store(where, use)


def test_an_inventory_is_of_one_moment_and_in_the_order_of_bytes(where: str) -> None:
    names = ["a", "B", "ä", "_", "0", "aa", "🂡", "A"]
    random.Random(1).shuffle(names)

    async def use(store: Store) -> None:
        for name in names:
            await store.append(name, rows(1, 3))
        await store.keep_record("r", b"1")
        async with store.inventory() as found:
            await store.append("a", [row(4)])
            await store.append("late", [row(1)])
            await store.keep_record("s", b"1")
            assert await everything(found) == sorted(names, key=str.encode)
            assert await found.rows("a") == tuple(rows(1, 3))
            assert await found.records(after="", most=9) == (("r", b"1"),)
            (kept,) = await found.tables(after="", most=9, only=["a", "nowhere"])
            assert (kept.seq, kept.rows, kept.first, kept.last) == (3, 3, 1, 3)
            assert kept.whole
            assert await found.damage() == ()
        assert await store.heads(["a"]) == {"a": 4}

    async def everything(found: Inventory) -> list[str]:
        ids: list[str] = []
        while page := await found.tables(after=ids[-1] if ids else "", most=3):
            ids += [kept.id for kept in page]
        return ids

    with_store(where, use)


def test_a_store_is_used_from_the_loop_that_opened_it_while_threads_come_and_go(
    where: str,
) -> None:
    before = threading.active_count()

    async def use(store: Store) -> None:
        await asyncio.gather(*(store.append(f"t{n}", [row(1)]) for n in range(10)))
        await asyncio.gather(*(store.read(f"t{n}") for n in range(10)))

    with_store(where, use)
    assert threading.active_count() <= before + 1
