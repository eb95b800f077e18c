"""One file, one server, whatever it is called; and no file that is another program's."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from funicular.store.log import StoreFailed
from funicular.store.open import open_store
from funicular.store.sqlite import SqliteStore
from funicular.store.sqlite.file import APPLICATION_ID
from funicular.store.write_failures import WriteRefused
from tests.store.stores import execute, row

linux = pytest.mark.skipif(sys.platform != "linux", reason="locks of SQLite and flock differ there")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


@linux
@pytest.mark.parametrize("how", ["hard link", "symlink", "lock deleted", "same name"])
def test_no_other_name_of_a_file_lets_a_second_server_in(path: Path, how: str) -> None:
    async def main() -> None:
        first = await open_store(str(path))
        await first.append("t", [row(1)])
        other = path.with_name("other.db")
        if how == "hard link":
            os.link(path, other)
        elif how == "symlink":
            other.symlink_to(path)
        else:
            other = path
        if how == "lock deleted":
            os.unlink(f"{path}.lock")  # noqa: PTH108 - see below
        with pytest.raises(StoreFailed, match="in use by another server"):
            await open_store(str(other))
        # Whoever was there first goes on, and tools may look.
        await first.append("t", [row(2)])
        tool = await open_store(str(path), serving=False)
        assert len(await tool.read("t")) == 2
        await tool.close()
        await first.close()
        again = await open_store(str(path))
        assert len(await again.read("t")) == 2
        await again.close()

    asyncio.run(main())


@pytest.mark.parametrize("how", ["deleted", "replaced"])
def test_a_file_that_is_gone_takes_no_writes_and_the_log_hears_once(path: Path, how: str) -> None:
    async def main() -> None:
        heard: list[WriteRefused | None] = []
        store = SqliteStore(path, on_write_failure=heard.append)
        await store.append("t", [row(1)])
        kept = path.with_name("kept.db")
        # Not by `Path`, which a linter takes for slow work in the loop.
        os.rename(path, kept)  # noqa: PTH104
        if how == "replaced":
            shutil.copy(kept, path)
        for _ in range(3):
            with pytest.raises(StoreFailed, match="deleted or replaced"):
                await store.append("t", [row(2)])
        (refused,) = heard
        assert refused is not None
        assert refused.table == "t"
        assert "deleted or replaced" in refused.problem
        # The right file is back: it goes on by itself.
        os.replace(kept, path)  # noqa: PTH105 - as above
        await store.append("t", [row(2)])
        assert heard == [refused, None]
        assert len(await store.read("t")) == 2
        await store.close()

    asyncio.run(main())


def test_the_database_of_another_program_is_refused_and_left_as_it_is(path: Path) -> None:
    execute(str(path), "CREATE TABLE bookmarks (url TEXT); INSERT INTO bookmarks VALUES ('x');")
    before = path.read_bytes()
    for serving in (True, False):
        with pytest.raises(StoreFailed, match="another program"):
            asyncio.run(open_store(str(path), serving=serving))
    assert path.read_bytes() == before
    assert not Path(f"{path}-wal").exists()


def test_an_empty_database_with_another_number_is_another_programs(path: Path) -> None:
    execute(str(path), "PRAGMA application_id = 252006674; PRAGMA user_version = 1;")
    with pytest.raises(StoreFailed, match="another program"):
        asyncio.run(open_store(str(path)))


def test_a_new_file_is_taken_and_gets_our_number(path: Path) -> None:
    path.touch()

    async def main() -> None:
        await (await open_store(str(path))).close()

    asyncio.run(main())
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    asyncio.run(main())


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes files for others")
def test_what_root_makes_in_the_folder_of_a_service_belongs_to_the_service(path: Path) -> None:
    """A backup that root restored used to be closed to the server that it was restored for."""
    os.chown(path.parent, 54321, 54322)

    async def main() -> None:
        for serving in (False, True):
            store = await open_store(str(path), serving=serving)
            await store.append("t", [row(1 + serving)])
            # Also what SQLite has beside the file, and the lock of a server.
            for file in path.parent.iterdir():
                found = file.stat()
                assert (found.st_uid, found.st_gid, found.st_mode & 0o777) == (54321, 54322, 0o600)
            assert len([*path.parent.iterdir()]) == 3 + serving
            await store.close()

    asyncio.run(main())
