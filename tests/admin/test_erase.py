"""A person's traces are taken out of everything, and nothing else changes."""

from __future__ import annotations

from funicular.admin.check import check_store
from funicular.admin.erase import Erased, erase
from funicular.admin.reading import unfolded
from funicular.core.record import Record, record_of
from funicular.core.wire import from_json
from funicular.games.registry import make_game
from funicular.live.table_log import table_in
from funicular.store.open import Store
from funicular.store.profiles import StoredProfile, find_profile, make_profile
from funicular.table.snapshot import form
from funicular.table.table import Table
from funicular.table.text_safety import name_shape
from funicular.table.wire import Line
from tests.kit.logs import log_of
from tests.store.stores import with_store

RECORD = record_of(make_game("dnpup", 3, {}).match(), ("ZOÉ", "Ben", "Player"))
LATER = record_of(make_game("dnpup", 3, {}).match(), ("Zoé II", "Max", "Ida"))


async def everything(store: Store) -> str:
    async with store.inventory() as found:
        kept = await found.tables(after="", most=99)
        logs = [row.body for each in kept for row in await found.rows(each.id)]
        records = [body for _, body in await found.records(after="", most=99)]
    return b"\n".join((*logs, *records)).decode()


async def table(store: Store, name: str) -> Table:
    async with store.inventory() as found:
        table = await unfolded(found, name)
    assert table is not None
    return table


def test_a_name_and_its_chat_are_gone_everywhere_and_everything_still_reads(where: str) -> None:
    async def use(store: Store) -> None:
        await store.append("one", log_of("one"))
        await store.append("two", log_of("two", lang="fr"))
        await store.append("other", log_of("other", name="Ann"))
        await store.keep_record("r", RECORD.to_json().encode())
        profile = StoredProfile("a" * 32, "", "Zoé", name_shape("Zoé"), "", 1.0, 1)
        await store.change(lambda: make_profile(profile))
        before = await everything(store)
        planned = await erase(store, "zoé", dry_run=True)
        assert await everything(store) == before
        done = await erase(store, "zoé")
        assert [(each.table, each.names, each.lines) for each in done.tables] == [
            ("one", 2, 2),
            ("two", 2, 2),
        ]
        assert done.records == planned.records == ["r"]
        assert done.profiles == planned.profiles == ["Zoé"]
        assert await store.look_up(lambda: find_profile("a" * 32)) is None
        after = await everything(store)
        # What others wrote stays, even if it mentions the name.
        assert "hello Zoé" in after
        gone = after.replace("hello Zoé", "")
        for trace in ("Zoé", "ZOÉ"):
            assert trace not in gone
        # Ann said the same, and is not meant.
        assert gone.count("first words") == gone.count("last words") == 1
        one, two = await table(store, "one"), await table(store, "two")
        assert one.names == ("Player", "Max", "Ida")
        assert two.names == ("Joueur", "Max", "Ida")
        assert [line.text for line in one.lines if isinstance(line, Line)] == ["hello Zoé"]
        assert (await table(store, "other")).names == ("Ann II", "Max", "Ida")
        body = await store.record("r")
        assert body is not None
        assert from_json(body, Record).players == ("Player 2", "Ben", "Player")
        async with store.inventory() as found:
            assert (await check_store(found, form(), table_in)).whole
        assert (await erase(store, "zoé")) == Erased()

    with_store(where, use)


def test_at_one_table_only(where: str) -> None:
    async def use(store: Store) -> None:
        for name in ("one", "two"):
            await store.append(name, log_of(name))
        await store.keep_record("r", RECORD.to_json().encode())
        # The records of matches at these tables, where she may have had another name.
        for name in ("one-1", "two-1"):
            await store.keep_record(name, LATER.to_json().encode())
        done = await erase(store, "Zoé", only=["two"])
        assert [each.table for each in done.tables] == ["two"]
        assert done.records == ["two-1"]
        body = await store.record("two-1")
        assert body is not None
        assert from_json(body, Record).players == ("Player", "Max", "Ida")
        assert (await table(store, "one")).names[0] == "Zoé II"

    with_store(where, use)
