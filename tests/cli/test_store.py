"""`funicular store`: backups, copies and checks, as people ask for them."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from funicular.admin.retention import chosen_keep
from funicular.core.record import record_of
from funicular.core.wire import to_json
from funicular.games.records import read_record
from funicular.games.registry import make_game
from funicular.store.backup.lines import GZIP
from funicular.store.backup.writing import Writing
from funicular.store.log import Snapshot
from funicular.store.open import Store, open_store
from funicular.table.entries import Renamed
from tests.cli.in_process import Run, Told, run_here
from tests.kit.logs import log_of

RECORD = record_of(make_game("dnpup", 2, {}).match(), ("Ann", "Ben")).to_json().encode()

# As a development version wrote it.
DEVELOPMENT = Path(__file__).parents[1] / "store" / "development_backup.gz"


def put(where: str, *tables: str) -> None:
    async def main() -> None:
        store: Store = await open_store(where)
        for name in tables:
            await store.append(name, log_of(name)[:3])
            await store.keep_snapshot(name, "1", Snapshot(3, b""))
        await store.keep_record("record", RECORD)
        await store.close()

    asyncio.run(main())


def heads(where: str, *tables: str) -> dict[str, int]:
    async def main() -> dict[str, int]:
        store = await open_store(where, serving=False, making=False)
        found = await store.heads(tables)
        await store.close()
        return found

    return asyncio.run(main())


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command in this process, with this environment."""

    def run(*arguments: str, lang: str = "en", **settings: str) -> Told:
        with monkeypatch.context() as patch:
            for name, value in settings.items():
                patch.setenv(name, value)
            return run_here(capfd, "store", *arguments, lang=lang)

    return run


@pytest.fixture
def tables(tmp_path: Path) -> str:
    """A store with two tables and a record."""
    where = str(tmp_path / "tables.db")
    put(where, "one", "two")
    return where


def test_a_backup_is_made_and_restored_elsewhere(tmp_path: Path, run: Run, tables: str) -> None:
    file, other = str(tmp_path / "backup"), str(tmp_path / "new" / "other.db")
    made = run("backup", file, FUNICULAR_DATA=tables)
    assert made.code == 0, made.problem
    assert "2 tables" in made.out
    assert "6 rows" in made.out
    assert "1 record" in made.out
    done = run("restore", file, "--data", other)
    assert done.code == 0, done.problem
    assert "2 tables added" in done.out
    assert heads(other, "one", "two") == {"one": 3, "two": 3}
    again = run("restore", file, "--data", f"sqlite:{other}", lang="fr")
    assert "3 y étaient déjà" in again.out


def test_of_a_folder_of_backups_the_last_ones_stay(
    tmp_path: Path, run: Run, tables: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    others = folder / "funicular.service"
    others.write_text("not ours to delete")

    def back_up(second: int) -> Told:
        at = time.gmtime(second)
        with monkeypatch.context() as patch:
            patch.setattr("funicular.store.backup.writing.time.gmtime", lambda: at)
            return run("backup", str(folder), "--keep", "2", "--data", tables)

    def there() -> list[str]:
        return sorted(path.name for path in folder.glob("funicular-*"))

    made = [back_up(second) for second in (0, 1, 2)]
    assert [each.code for each in made] == [0, 0, 0]
    assert "was read back" in made[2].out
    assert "T000000Z.gz was older and is deleted" in made[2].out
    last = [f"funicular-1970-01-01T00000{second}Z.gz" for second in (1, 2)]
    assert there() == last
    # A clock that was set back: what was just written stays.
    assert back_up(0).code == 0
    assert there() == ["funicular-1970-01-01T000000Z.gz", last[1]]
    # What lacks a table does not take the place of one that may have it.
    with closing(sqlite3.connect(tables)) as connection:
        connection.execute("DELETE FROM log WHERE table_id = 'one' AND seq = 2")
        connection.commit()
    assert back_up(3).code == 1
    assert len(there()) == 3
    assert others.exists()
    other = str(tmp_path / "other.db")
    assert run("restore", str(folder / last[1]), "--data", other).code == 0
    assert heads(other, "one", "two") == {"one": 3, "two": 3}


def test_a_backup_that_cannot_be_read_back_deletes_no_other(
    tmp_path: Path, run: Run, tables: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for second in (0, 1):
        (tmp_path / f"funicular-1970-01-01T00000{second}Z.gz").write_bytes(GZIP)
    # A disk that does not keep what it was given.
    monkeypatch.setattr(Writing, "end", lambda _: None)
    failed = run("backup", str(tmp_path), "--keep", "1", "--data", tables)
    assert failed.code == 2
    assert "it ends too early" in failed.problem
    assert len([*tmp_path.glob("funicular-1970*")]) == 2


def test_only_the_tables_asked_for_are_backed_up(tmp_path: Path, run: Run, tables: str) -> None:
    file, other = str(tmp_path / "backup"), str(tmp_path / "other.db")
    ask = ("backup", file, "--data", tables, "--table", "two")
    assert run(*ask).code == 0
    assert run("restore", file, "--data", other).code == 0
    assert heads(other, "one", "two") == {"two": 3}
    missing = run(*ask, "--table", "three")
    assert missing.code == 2
    assert "There is no table “three”" in missing.problem


def test_a_copy_goes_to_postgres_and_tells_what_differs(
    run: Run, tables: str, postgres_url: str
) -> None:
    done = run("copy", tables, postgres_url)
    assert done.code == 0, done.problem
    assert heads(postgres_url, "one", "two") == {"one": 3, "two": 3}
    with closing(sqlite3.connect(tables)) as connection:
        connection.execute("UPDATE log SET body = x'00' WHERE table_id = 'two' AND seq = 2")
        connection.commit()
    again = run("copy", tables, postgres_url)
    assert again.code == 1
    assert "two is another one there" in again.out
    checked = run("check", "--data", postgres_url)
    assert checked.code == 0, checked.problem
    assert "Every log is whole." in checked.out


def test_names_may_stand_before_and_after_options(tmp_path: Path, run: Run, tables: str) -> None:
    file = str(tmp_path / "backup")
    for asked in (
        ("backup", "--data", tables, file),
        ("backup", file, "--data", tables),
        ("--data", tables, "backup", file),
        ("--data", tables, "backup", "--table", "one", file),
    ):
        assert run(*asked).code == 0, asked
    assert run("restore", "--data", str(tmp_path / "other.db"), file).code == 0
    assert "--lots" in run("backup", "--lots", file).problem


def test_every_row_is_read_and_played(run: Run, tables: str) -> None:
    with closing(sqlite3.connect(tables)) as connection:
        connection.execute("UPDATE log SET body = x'00' WHERE table_id = 'one' AND seq = 2")
        connection.execute(
            "UPDATE log SET body = ? WHERE table_id = 'two' AND seq = 3",
            (to_json(Renamed(9, "x")),),
        )
        connection.execute("UPDATE records SET body = x'7b7d'")
        connection.commit()
    checked = run("check", "--data", tables)
    assert checked.code == 1
    assert "Row 2 of one cannot be read" in checked.out
    assert "Row 3 of two cannot follow the rows before it" in checked.out
    assert "The record record cannot be read." in checked.out
    assert "whole" not in checked.out


def test_a_gap_is_told_and_left_out(tmp_path: Path, run: Run, tables: str) -> None:
    with closing(sqlite3.connect(tables)) as connection:
        connection.execute("DELETE FROM log WHERE table_id = 'one' AND seq = 2")
        connection.commit()
    checked = run("check", "--data", tables)
    assert checked.code == 1
    assert "The log of one has a gap" in checked.out
    made = run("backup", str(tmp_path / "backup"), "--data", tables)
    assert made.code == 1
    assert "one is damaged and was left out" in made.out
    assert "1 table\n" in made.out


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "by a development version: only"), ("fr", "version de développement")]
)
def test_of_a_backup_by_a_development_version_the_records_are_restored(
    tmp_path: Path, run: Run, lang: str, said: str
) -> None:
    """One that commit 8be65836 wrote, with a table, its match, and what was chosen to be kept."""
    other = str(tmp_path / "other.db")
    done = run("restore", str(DEVELOPMENT), "--data", other, lang=lang)
    assert done.code == 0, done.problem
    assert said in done.out

    async def look() -> None:
        store = await open_store(other, serving=False, making=False)
        record = await store.record("one-1")
        assert record is not None
        assert read_record(record)[1] == ("Ann", "Ben")
        assert await store.tables(most=9) == ()
        assert await chosen_keep(store) is None
        await store.close()

    asyncio.run(look())


def test_a_damaged_file_changes_nothing(tmp_path: Path, run: Run, tables: str) -> None:
    file, other = tmp_path / "backup", tmp_path / "other.db"
    assert run("backup", str(file), "--data", tables).code == 0
    file.write_bytes(file.read_bytes()[:-20])
    done = run("restore", str(file), "--data", str(other))
    assert done.code == 2
    assert "Nothing was changed" in done.problem
    assert not other.exists()


def test_a_store_is_brought_up_to_date_and_freed_of_snapshots(tmp_path: Path, run: Run) -> None:
    where = str(tmp_path / "tables.db")
    made = run("migrate", "--data", where)
    assert "Step 1, schema, is done." in made.out
    assert "is up to date" in run("migrate", "--data", where).out
    put(where, "one")
    gone = run("forget-snapshots", "--data", where)
    assert gone.out == "1 snapshot was thrown away.\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("", "“” is nothing that can be done"),
        ("sell", "“sell” is nothing that can be done with a store. Known: backup"),
        ("backup", "“backup” takes 1 name, not 0."),
        ("copy here", "“copy” takes 2 names, not 1."),
        ("check --data no/such/file", "There is nothing in “no/such/file”."),
        ("check --table one", "--table is for “backup” only."),
        ("check --keep 2", "--keep is for “backup” only."),
        ("backup no/folder --keep 2", "“no/folder” is no folder"),
        ("backup . --keep 2 --table one", "leave out --table or --keep"),
        ("backup . --keep 0", "--keep"),
        ("copy a b --data c", "leave out --data"),
        ("check --data mysql://x", "“mysql” is not known"),
        ("check --data postgresql://zoe:s3cret@127.0.0.1:1/db", "postgresql://zoe@127.0.0.1:1/db"),
        ("restore nothing", "The backup “nothing” cannot be read"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(
    tmp_path: Path, run: Run, arguments: str, sentence: str
) -> None:
    told = run(*arguments.split(), XDG_STATE_HOME=str(tmp_path))
    assert told.code == 2
    assert sentence in told.problem
    assert "s3cret" not in told.problem
