"""Writing a backup: beside its place, and moved there when it is whole.

In a folder of backups each is named after its time, and only the last ones are kept.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from funicular.store.backup.lines import (
    GZIP,
    AnyLine,
    BadBackup,
    EndLine,
    Header,
    RecordLine,
    RowLine,
    SideLine,
    TableLine,
)
from funicular.store.copy import Item, NamedRecord, SideRows

# Of a folder of backups; others' files in it are left alone.
NAMED = re.compile(r"funicular-\d{4}-\d\d-\d\dT\d{6}Z\.gz")
TIME = "funicular-%Y-%m-%dT%H%M%SZ.gz"


class Writing:
    """A backup being written."""

    def __init__(self, file: gzip.GzipFile) -> None:
        """Begin with the first line."""
        self._file = file
        self._hash = hashlib.sha256()
        self.tables = self.rows = self.records = self.side_rows = 0
        self._line(Header(made=time.time()))

    def add(self, item: Item) -> None:
        """Add a table, a record, or rows of a side table."""
        if isinstance(item, SideRows):
            self.side_rows += len(item.rows)
            for values in item.rows:
                self._line(SideLine(item.table, values))
            return
        if isinstance(item, NamedRecord):
            self.records += 1
            self._line(RecordLine(item.name, item.body))
            return
        self.tables += 1
        self.rows += len(item.rows)
        self._line(TableLine(item.id, item.closed))
        for row in item.rows:
            self._line(RowLine(row.seq, row.guest, row.command, row.at, row.body))

    def end(self) -> None:
        """Write the last line."""
        sha256 = self._hash.hexdigest()
        self._line(EndLine(self.tables, self.rows, self.records, sha256, self.side_rows))

    def _line(self, line: Header | AnyLine) -> None:
        written = msgspec.json.encode(line) + b"\n"
        self._hash.update(written)
        self._file.write(written)


@contextmanager
def writing(path: Path) -> Iterator[Writing]:
    """A backup that is at this path when all has gone well; otherwise nothing has changed there."""
    try:
        _check_place(path)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise BadBackup("store.backup.cannot-write", path=path, problem=str(error)) from error
    beside = Path(name)
    try:
        with os.fdopen(handle, "wb") as raw:
            with gzip.GzipFile(fileobj=raw, mode="wb", filename="", compresslevel=6) as file:
                backup = Writing(file)
                yield backup
                backup.end()
            raw.flush()
            os.fsync(raw.fileno())
        beside.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        raise BadBackup("store.backup.cannot-write", path=path, problem=str(error)) from error
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def place_in(folder: Path) -> Path:
    """Where the backup of this moment goes in a folder of backups."""
    if not os.path.isdir(folder):  # noqa: PTH112 - unlike `Path.is_dir`, it never raises
        raise BadBackup("store.backup.no-folder", path=folder)
    return folder / time.strftime(TIME, time.gmtime())


def prune(written: Path, keep: int) -> list[Path]:
    """Delete all backups of this one's folder but the last ones; this one always stays."""
    try:
        found = (path for path in written.parent.iterdir() if NAMED.fullmatch(path.name))
        # By name, which is by time; a clock that was set back must not delete what is new.
        older = sorted((path for path in found if path != written), reverse=True)[keep - 1 :]
        for path in older:
            path.unlink()
    except OSError as error:
        problem = str(error)
        raise BadBackup("store.backup.cannot-delete", path=written, problem=problem) from error
    return older


def _check_place(path: Path) -> None:
    """Refuse to write over what is no backup: perhaps the store itself."""
    if path.exists() and path.stat().st_size:
        with path.open("rb") as file:
            if file.read(len(GZIP)) != GZIP:
                raise BadBackup("store.backup.other-file", path=path)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
