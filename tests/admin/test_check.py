"""`store check` reads every row, plays every table, and compares snapshots and records."""

from __future__ import annotations

from funicular.admin.check import StoreChecked, check_store
from funicular.admin.reading import unfolded
from funicular.core.wire import to_json
from funicular.games.registry import make_game
from funicular.store.log import Snapshot
from funicular.store.open import Store
from funicular.table.entries import Moved, Renamed
from funicular.table.snapshot import form, freeze, thaw
from funicular.table.table import Table
from tests.kit.logs import entries_of, log_of, rows_from
from tests.store.stores import with_store


def read(snapshot: Snapshot) -> Table:
    return thaw(snapshot.body, make_game("ascenseur-52", 3, {}))


async def checked(store: Store) -> StoreChecked:
    async with store.inventory() as found:
        return await check_store(found, form(), read)


def test_a_whole_store_is_whole_with_its_snapshots(where: str) -> None:
    async def use(store: Store) -> None:
        await store.append("t", log_of("t"))
        async with store.inventory() as kept_now:
            table = await unfolded(kept_now, "t")
        assert table is not None
        await store.keep_snapshot("t", form(), Snapshot(9, freeze(table)))
        # A server's note has nothing in it.
        await store.keep_record("day 2026-11-16", b"")
        found = await checked(store)
        assert found.whole
        assert (found.counted.tables, found.counted.rows) == (1, 9)
        # The same snapshot under a later number is that of another table.
        kept = await store.snapshot("t", form())
        assert kept is not None
        rest = rows_from([*entries_of("t"), Renamed(1, "Moritz")])[9:]
        await store.append("t", rest)
        await store.keep_snapshot("t", form(), Snapshot(10, kept.body))
        assert (await checked(store)).snapshots == ["t"]

    with_store(where, use)


def test_garbled_bodies_nonsense_rows_and_bad_records_are_named(where: str) -> None:
    async def use(store: Store) -> None:
        for name in ("garbled", "whole", "alien", "early"):
            await store.append(name, log_of("other" if name == "alien" else name))
        await store.revise("garbled", {4: b'{"t":"sea'})
        await store.revise("early", {6: to_json(Moved(0, "7H"))})
        await store.append("seat", rows_from([*entries_of("seat"), Renamed(9, "Nobody")]))
        await store.keep_record("bad", b"{}")
        found = await checked(store)
        assert not found.whole
        assert [(each.table, each.seq) for each in found.garbled] == [("garbled", 4)]
        assert [(each.table, each.seq) for each in found.nonsense] == [
            ("alien", 1),
            ("early", 6),
            ("seat", 10),
        ]
        assert found.records == ["bad"]
        assert found.counted.broken == []

    with_store(where, use)


def test_a_snapshot_that_knows_more_than_the_log_is_named(where: str) -> None:
    async def use(store: Store) -> None:
        await store.append("t", log_of("t"))
        await store.keep_snapshot("t", form(), Snapshot(99, b"x"))
        assert (await checked(store)).snapshots == ["t"]

    with_store(where, use)
