"""Logs, snapshots and records of every release are read by this program as they were then.

These files are never written again. If they are read differently now, a rule or the default of an
option has changed for matches that were played long ago: make it an option instead, one whose
absence means what it meant (CONTRIBUTING.md, "Changing a rule").
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from funicular.core.errors import IllegalMove
from funicular.core.record import Record
from funicular.core.wire import from_json
from funicular.games.records import read_record
from funicular.live.loading import load
from funicular.live.room_context import Pools
from funicular.live.table_log import read_row
from funicular.store.log import Row, Snapshot
from funicular.store.sqlite import SqliteStore
from funicular.table.deals import verify
from funicular.table.entries import KnownEntry
from funicular.table.fold import after, unfold
from funicular.table.log_format import read_entry, write_entry
from funicular.table.table import Table
from tests.golden.logs import FOLDER, RowLine, SnapshotFile, releases
from tests.golden.logs.story import facts_of

CHANGED = "Old matches are read differently: see “Changing a rule” in CONTRIBUTING.md."
EVERY = [
    path.parent / path.name.removesuffix(".log.jsonl")
    for release in releases()
    for path in sorted((FOLDER / release).glob("*.log.jsonl"))
]
on_every_log = pytest.mark.parametrize(
    "golden", EVERY, ids=[f"{each.parent.name}-{each.name}" for each in EVERY]
)


def rows_in(golden: Path) -> list[Row]:
    lines = golden.with_name(f"{golden.name}.log.jsonl").read_bytes().splitlines()
    read = [msgspec.json.decode(line, type=RowLine) for line in lines]
    return [Row(each.seq, each.guest, each.command, each.at, each.body.encode()) for each in read]


def facts_in(golden: Path) -> Any:  # noqa: ANN401 - JSON
    return msgspec.json.decode(golden.with_name(f"{golden.name}.facts.json").read_bytes())


def snapshot_in(golden: Path) -> SnapshotFile:
    body = golden.with_name(f"{golden.name}.snapshot.json").read_bytes()
    return msgspec.json.decode(body, type=SnapshotFile)


@on_every_log
def test_every_table_of_a_log_looks_as_it_did(golden: Path) -> None:
    first, *rest = map(read_row, rows_in(golden))
    expected = facts_in(golden)["tables"]
    table = unfold([first])
    for entry, at in rest:
        try:
            table = after(table, entry, at)
        except IllegalMove as error:
            pytest.fail(f"{error} {CHANGED}")
        if str(table.seq) in expected:
            assert facts_of(table) == expected.pop(str(table.seq)), CHANGED
    assert not expected


@on_every_log
def test_records_are_read_and_are_those_of_the_log(golden: Path) -> None:
    texts = facts_in(golden)["records"]
    table = unfold(map(read_row, rows_in(golden)))
    assert texts
    for text, played in zip(texts, table.played, strict=True):
        match, players = read_record(text)
        assert (match, players) == (played.match, played.players)
        record = from_json(text, Record)
        assert record.to_json() == text
        assert played.record == record
        assert record.is_what_if or all(verify(record, match))


@on_every_log
def test_a_snapshot_of_another_release_is_left_alone_and_the_log_played(
    golden: Path, tmp_path: Path
) -> None:
    rows, kept = rows_in(golden), snapshot_in(golden)

    async def loaded() -> Table:
        store = SqliteStore(tmp_path / "store.sqlite3")
        await store.append("table", rows)
        await store.keep_snapshot("table", kept.form, Snapshot(kept.seq, kept.body))
        table_log = await load(store, "table", Pools(), shared=False)
        await store.close()
        assert table_log is not None
        return table_log.table

    assert asyncio.run(loaded()) == unfold(map(read_row, rows))


def test_every_kind_of_entry_is_in_the_golden_logs() -> None:
    found = {type(read_entry(row.body)) for golden in EVERY for row in rows_in(golden)}
    assert {*KnownEntry.__args__} <= found


@on_every_log
def test_entries_are_still_written_as_the_older_release_reads_them(golden: Path) -> None:
    for row in rows_in(golden):
        assert write_entry(read_entry(row.body)) == row.body
