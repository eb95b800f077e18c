"""From store to store, directly and through a file: to the last bit, and nothing is changed."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from funicular.store.backup.lines import BadBackup
from funicular.store.backup.reading import check, read
from funicular.store.backup.writing import writing
from funicular.store.checking import Checked, check_logs
from funicular.store.copy import CopyResult, Item, NamedRecord, WholeLog, contents, copy_into
from funicular.store.log import Row
from funicular.store.open import Store
from tests.store.stores import execute, opened, row, rows, with_store

RNG_SEED = 5
Everything = list[Item]


async def fill(store: Store, tables: int = 40) -> None:
    """Tables of all lengths, with whatever may be in a row."""
    rng = random.Random(RNG_SEED)

    async def one(number: int) -> None:
        log = [
            Row(
                seq,
                rng.choice([None, "zoé", "🂡"]),
                rng.choice([None, f"c{seq}"]),
                rng.random() * 2e9,
                rng.randbytes(rng.randrange(60)),
            )
            for seq in range(1, rng.choice([2, 9, 1500 if number == 3 else 30]))
        ]
        await store.append(f"t{number}", log, closed=number % 3 == 0)

    await asyncio.gather(*(one(number) for number in range(tables)))
    await store.keep_record("r1", b"{}")
    await store.keep_record("r2", rng.randbytes(300))


def whole(name: str, last: int) -> WholeLog:
    return WholeLog(id=name, closed=False, rows=tuple(rows(1, last)))


async def everything(store: Store) -> Everything:
    damaged: list[str] = []
    async with store.inventory() as found:
        items = [item async for item in contents(found, damaged)]
    assert not damaged
    return items


async def checked(store: Store) -> Checked:
    async with store.inventory() as found:
        return await check_logs(found)


async def back_up(store: Store, path: Path) -> None:
    async with store.inventory() as found:
        with writing(path) as backup:
            async for item in contents(found, []):
                backup.add(item)


async def restore(path: Path, store: Store) -> CopyResult:
    check(path)

    async def items() -> AsyncIterator[Item]:
        for item in read(path):
            yield item

    return await copy_into(items(), store)


async def copy(source: Store, target: Store) -> CopyResult:
    async with source.inventory() as found:
        return await copy_into(contents(found, []), target)


def test_from_sqlite_to_postgres_and_back_every_bit_is_the_same(
    tmp_path: Path, database: str
) -> None:
    async def main() -> None:
        first, last = str(tmp_path / "first.db"), str(tmp_path / "last.db")
        async with opened(first) as one, opened(database) as two, opened(last) as three:
            await fill(one)
            before = await everything(one)
            result = await copy(one, two)
            assert (result.new, result.records, result.same) == (40, 2, 0)
            await copy(two, three)
            assert await everything(two) == before
            assert await everything(three) == before
            assert await one.tables(most=99) == await three.tables(most=99)
            for store in (one, two, three):
                found = await checked(store)
                assert found.whole
                assert (found.tables, found.records) == (40, 2)
            again = await copy(three, two)
            assert again == CopyResult(same=42)

    asyncio.run(main())


def test_a_backup_brings_everything_back(where: str, tmp_path: Path) -> None:
    path = tmp_path / "backup"

    async def main() -> None:
        async with opened(where) as store, opened(str(tmp_path / "other.db")) as other:
            await fill(store)
            await back_up(store, path)
            await restore(path, other)
            assert await everything(other) == await everything(store)
            assert await restore(path, store) == CopyResult(same=42)

    asyncio.run(main())
    assert path.stat().st_mode & 0o077 == 0
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".")] == []


def test_what_is_there_already_is_continued_left_or_told(where: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(str(tmp_path / "from.db")) as source, opened(where) as target:
            for name in ("begun", "equal", "longer", "missing", "other"):
                await source.append(name, rows(1, 5), closed=True)
            await source.keep_record("same", b"1")
            await source.keep_record("differs", b"1")
            await target.append("begun", rows(1, 2))
            await target.append("equal", rows(1, 5))
            await target.append("longer", rows(1, 7))
            await target.append("other", [row(1), row(2, "somebody else")])
            await target.append("of their own", rows(1, 2))
            await target.keep_record("same", b"1")
            await target.keep_record("differs", b"2")
            result = await copy(source, target)
            assert (result.new, result.longer, result.rows, result.same) == (1, 1, 8, 3)
            assert sorted(result.different) == ["differs", "other"]
            assert await target.heads(["begun", "equal", "longer", "missing", "other"]) == {
                "begun": 5,
                "equal": 5,
                "longer": 7,
                "missing": 5,
                "other": 2,
            }
            assert await target.record("differs") == b"2"
            # Closed as they were there; what was left is as it was here.
            assert await target.untouched(before=1e9, most=9) == (
                "of their own",
                "other",
                "equal",
                "longer",
            )
            assert (await checked(target)).whole

    asyncio.run(main())


def test_a_backup_made_while_somebody_writes_is_a_beginning_without_a_gap(
    where: str, tmp_path: Path
) -> None:
    path = tmp_path / "backup"

    async def write(store: Store, table: str, done: asyncio.Event) -> int:
        seq = 0
        while seq < 240 or not done.is_set():
            await store.append(table, rows(seq + 1, seq + 3))
            seq += 3
        return seq

    async def main() -> None:
        async with (
            opened(where) as store,
            opened(where, serving=False) as tool,
            opened(str(tmp_path / "other.db")) as other,
        ):
            done = asyncio.Event()
            writers = [asyncio.create_task(write(store, f"t{n}", done)) for n in range(8)]
            while len(await store.tables(most=9)) < 8:
                pass
            await back_up(tool, path)
            first = await store.heads(["t0"])
            done.set()
            assert sum(await asyncio.gather(*writers)) >= 1920
            await restore(path, other)
            assert (await checked(other)).whole
            for number in range(8):
                kept = await other.read(f"t{number}")
                assert kept == (await store.read(f"t{number}"))[: len(kept)]
                assert kept
            assert (await other.heads(["t0"]))["t0"] <= first["t0"]
            # A later one goes on from there.
            await back_up(tool, path)
            result = await restore(path, other)
            assert not result.different
            assert await everything(other) == await everything(store)

    asyncio.run(main())


def test_a_restore_and_a_player_who_goes_on_get_along(where: str, tmp_path: Path) -> None:
    """Rows that the file has and a live server writes meanwhile are not written twice."""

    async def main() -> None:
        async with opened(str(tmp_path / "from.db")) as source, opened(where) as target:
            for number in range(20):
                await source.append(f"t{number}", rows(1, 30))

            async def play(table: str) -> None:
                for seq in range(1, 31):
                    if (await target.heads([table])).get(table, 0) < seq:
                        await asyncio.gather(
                            target.append(table, [row(seq)]), return_exceptions=True
                        )

            players = [asyncio.create_task(play(f"t{number}")) for number in range(20)]
            result = await copy(source, target)
            await asyncio.gather(*players)
            assert not result.different
            assert await everything(target) == await everything(source)

    asyncio.run(main())


def lines(*contents: dict[str, Any], end: dict[str, Any] | None = None) -> bytes:
    """A file with these lines, and an end that fits them unless told otherwise."""
    header = {"format": "funicular-backup", "version": 1, "made": 1.0}
    text = b"".join(json.dumps(line).encode() + b"\n" for line in (header, *contents))
    kinds = [line["line"] for line in contents]
    fitting = {
        "line": "end",
        "tables": kinds.count("table"),
        "rows": kinds.count("row"),
        "records": kinds.count("record"),
        "sha256": hashlib.sha256(text).hexdigest(),
        "side_rows": 0,
    }
    return text + json.dumps(fitting | (end or {})).encode() + b"\n"


def table(name: str = "t") -> dict[str, Any]:
    return {"line": "table", "id": name, "closed": False}


def entry(seq: int, **changed: object) -> dict[str, Any]:
    return {
        "line": "row",
        "seq": seq,
        "guest": None,
        "command": None,
        "at": 1.5,
        "body": "",
    } | changed


def paper(name: str = "r") -> dict[str, Any]:
    return {"line": "record", "name": name, "body": "e30="}


def test_a_file_written_by_hand_is_read(tmp_path: Path) -> None:
    path = tmp_path / "backup"
    good = lines(table("a"), entry(1, body="e30="), entry(2), table("b"), entry(1), paper())
    path.write_bytes(gzip.compress(good))
    log = (Row(1, None, None, 1.5, b"{}"), Row(2, None, None, 1.5, b""))
    first = WholeLog(id="a", closed=False, rows=log)
    assert list(read(path))[0::2] == [first, NamedRecord("r", b"{}")]


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{}\n",
        b'{"format":"funicular-backup","version":1,"made":1.0}\n',
        b'{"format":"funicular-backup","version":2,"made":1.0}\n',
        lines()[:-1],
        lines() + b"\n",
        lines() + lines(),
        lines(table(), entry(1)).splitlines(keepends=True)[0],
        lines(table()),
        lines(entry(1)),
        lines(paper(), table(), entry(1)),
        lines(table("b"), entry(1), table("a"), entry(1)),
        lines(table("a"), entry(1), table("a"), entry(1)),
        lines(paper("a"), paper("a")),
        lines(table(""), entry(1)),
        lines(table(), entry(2)),
        lines(table(), entry(1), entry(3)),
        lines(table(), entry(1), entry(1)),
        lines(table(), entry(-1)),
        lines(table(), entry(1, guest="g", command="c"), entry(2, guest="g", command="c")),
        lines(table(), entry(1, at=None)),
        lines(table(), entry(1, at="soon")),
        lines(table(), entry(1, at=float("inf"))),
        lines(table(), entry(1, body="***")),
        lines(table(), entry(1, body=None)),
        lines(table(), entry(1, more=1)),
        lines(table(), entry(10**30)),
        lines(table(), entry(1, guest="\0")),
        lines(table(), entry(1, guest="\udcff")),
        lines(table("x" * 501), entry(1)),
        lines(table(), entry(1), end={"rows": 2}),
        lines(table(), entry(1), end={"tables": 0}),
        lines(table(), entry(1), end={"sha256": "00"}),
        lines({"line": "shutdown"}),
        lines(table(), entry(1)).replace(b'"t"', b"[" * 100_000),
    ],
)
def test_what_no_store_can_have_written_is_refused(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "backup"
    path.write_bytes(gzip.compress(text))

    async def use(store: Store) -> None:
        with pytest.raises(BadBackup):
            await restore(path, store)
        assert await everything(store) == []

    with_store(str(tmp_path / "tables.db"), use)


def test_a_line_that_never_ends_is_not_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "backup"
    path.write_bytes(gzip.compress(lines(table(), entry(1)) + b" " * (1 << 20)))
    monkeypatch.setattr("funicular.store.backup.reading.LONGEST_LINE", 1 << 10)
    with pytest.raises(BadBackup):
        check(path)
    long = lines(table(), *(entry(seq) for seq in range(1, 99)))
    path.write_bytes(gzip.compress(long))
    check(path)
    monkeypatch.setattr("funicular.store.backup.reading.MOST_BYTES_OF_A_TABLE", 1 << 10)
    with pytest.raises(BadBackup, match="too long"):
        check(path)


def test_no_change_of_a_file_goes_unnoticed(tmp_path: Path) -> None:
    path = tmp_path / "backup"
    with_store(str(tmp_path / "tables.db"), lambda store: fill(store, 3))
    with_store(str(tmp_path / "tables.db"), lambda store: back_up(store, path))
    good, whole = path.read_bytes(), list(read(path))
    rng = random.Random(RNG_SEED)
    noticed = 0
    for _ in range(100):
        place = rng.randrange(len(good))
        if rng.random() < 0.3:
            bad = good[:place]
        else:
            bad = good[:place] + bytes([good[place] ^ 1 << rng.randrange(8)]) + good[place + 1 :]
        path.write_bytes(bad)
        try:
            check(path)
        except BadBackup:
            noticed += 1
        else:
            # A bit that means nothing to gzip: of its head, or one that fills up a byte.
            assert list(read(path)) == whole
    assert noticed > 90


def test_a_backup_that_fails_leaves_the_older_one(tmp_path: Path) -> None:
    path = tmp_path / "backup"
    item = whole("t", 2)
    with writing(path) as backup:
        backup.add(item)

    def fail() -> None:
        with writing(path) as backup:
            backup.add(item)
            backup.add(whole("u", 2))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert list(read(path)) == [item]
    assert [each.name for each in tmp_path.iterdir()] == ["backup"]


def test_a_file_that_is_no_backup_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with_store(str(path), lambda store: store.append("t", [row(1)]))
    with pytest.raises(BadBackup, match="no backup"), writing(path):
        pass
    with pytest.raises(BadBackup, match="cannot be written"), writing(tmp_path / "no" / "folder"):
        pass
    with pytest.raises(BadBackup, match="cannot be read"):
        check(tmp_path / "none")


SPOIL = """
    DELETE FROM log WHERE table_id = 'gap' AND seq = 2;
    DELETE FROM log WHERE table_id = 'end' AND seq = 4;
    DELETE FROM log WHERE table_id = 'start' AND seq = 1;
    INSERT INTO log SELECT 'stray', seq, guest, command, at, body FROM log
    WHERE table_id = 'fine' AND seq = 1;
"""


def test_gaps_and_wrong_ends_are_found_and_left_out_of_backups(where: str) -> None:
    async def write(store: Store) -> None:
        for name in ("end", "fine", "gap", "start"):
            await store.append(name, rows(1, 4))

    async def look(store: Store) -> None:
        found = await checked(store)
        assert found.broken == ["end", "gap", "start"]
        assert found.damage == ("log: stray",)
        assert not found.whole
        damaged: list[str] = []
        async with store.inventory() as inventory:
            items = [item async for item in contents(inventory, damaged)]
        assert items == [whole("fine", 4)]
        assert damaged == ["end", "gap", "start"]

    with_store(where, write)
    execute(where, SPOIL)
    with_store(where, look)
