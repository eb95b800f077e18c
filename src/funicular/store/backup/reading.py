"""Reading a backup, of which nothing is believed: every line is checked, and the end."""

from __future__ import annotations

import gzip
import hashlib
import math
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from funicular.lang import Phrase
from funicular.store.backup.lines import (
    AnyLine,
    BadBackup,
    DevelopmentHeader,
    EndLine,
    Header,
    RecordLine,
    RowLine,
    SideLine,
    TableLine,
)
from funicular.store.copy import Item, NamedRecord, SideRows, WholeLog
from funicular.store.log import Row
from funicular.store.side_tables import SIDE_TABLES
from funicular.store.validation import is_text

# More than any table or record that people make; an end to what a file can make us remember.
LONGEST_LINE = 1 << 26
MOST_BYTES_OF_A_TABLE = 1 << 28

_header = msgspec.json.Decoder(Header | DevelopmentHeader)
_line = msgspec.json.Decoder(AnyLine)


def check(path: Path) -> bool:
    """Read all of it; `BadBackup` says what is wrong with it.

    True if a development version wrote it: only its records are read then.
    """
    with _opened(path) as reading:
        for _ in reading.items():
            pass
        return reading.by_development_version


def read(path: Path) -> Iterator[Item]:
    """What is in a backup; `BadBackup` where it is damaged, at the latest after its last item."""
    with _opened(path) as reading:
        for item in reading.items():
            if isinstance(item, NamedRecord) or not reading.by_development_version:
                yield item


@contextmanager
def _opened(path: Path) -> Iterator[_Reading]:
    try:
        with gzip.open(path, "rb") as file:
            yield _Reading(path, file)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise BadBackup("store.backup.no-gzip", path=path, problem=str(error)) from error
    except OSError as error:
        raise BadBackup("store.backup.cannot-read", path=path, problem=str(error)) from error


class _Reading:
    """A backup being read, line by line."""

    def __init__(self, path: Path, file: gzip.GzipFile) -> None:
        self._path = path
        self._file = file
        self._hash = hashlib.sha256()
        self._sum = ""
        self._number = 0
        # How long the line was that was read last.
        self._length = 0
        # Known once the first line has been read.
        self.by_development_version = False

    def items(self) -> Iterator[Item]:
        """Everything, checked as far as it has been read."""
        try:
            header = _header.decode(self._bytes())
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise BadBackup("store.backup.not-ours", path=self._path) from error
        self.by_development_version = isinstance(header, DevelopmentHeader)
        tables = rows = records = side_rows = 0
        name = ""
        line = self._next()
        while not isinstance(line, EndLine):
            if isinstance(line, TableLine) and not records and not side_rows:
                self._check_follows(name, line.id)
                name, closed = line.id, line.closed
                log, line = self._rows()
                tables += 1
                rows += len(log)
                yield WholeLog(name, closed, log)
            elif isinstance(line, RecordLine) and not side_rows:
                self._check_follows(name if records else "", line.name)
                name = line.name
                records += 1
                yield NamedRecord(name, line.body)
                line = self._next()
            elif isinstance(line, SideLine):
                side_rows += 1
                yield self._side_row(line)
                line = self._next()
            else:
                raise self._damaged("store.backup.order")
        counted = (line.tables, line.rows, line.records, line.side_rows)
        if counted != (tables, rows, records, side_rows):
            raise self._damaged("store.backup.counts")
        if line.sha256 != self._sum:
            raise self._damaged("store.backup.sum")
        if self._file.read(1):
            raise self._damaged("store.backup.more")

    def _side_row(self, line: SideLine) -> SideRows:
        table = SIDE_TABLES.get(line.table)
        if table is None:
            raise self._damaged("store.backup.shape")
        # JSON has one kind of numbers; a whole one may stand for any.
        kinds = table.columns.values()
        values = tuple(
            float(value) if kind is float and type(value) is int else value
            for value, kind in zip(line.values, kinds, strict=False)
        )
        if len(line.values) != len(values) or not table.is_row(values):
            raise self._damaged("store.backup.shape")
        return SideRows(line.table, (values,))

    def _rows(self) -> tuple[tuple[Row, ...], AnyLine]:
        """The rows that follow a table, one at least, and the line after them."""
        rows: list[Row] = []
        commands: set[tuple[str | None, str]] = set()
        length = 0
        while isinstance(line := self._next(), RowLine):
            length += self._length
            row = Row(line.seq, line.guest, line.command, line.at, line.body)
            asked = None if row.command is None else (row.guest, row.command)
            if row.seq != len(rows) + 1 or not math.isfinite(row.at) or asked in commands:
                raise self._damaged("store.backup.order")
            if length > MOST_BYTES_OF_A_TABLE:
                raise self._damaged("store.backup.too-long")
            if not all(is_text(text) for text in (row.guest, row.command) if text):
                raise self._damaged("store.no-text")
            if asked:
                commands.add(asked)
            rows.append(row)
        if not rows:
            raise self._damaged("store.backup.order")
        return tuple(rows), line

    def _check_follows(self, before: str, name: str) -> None:
        if not is_text(name):
            raise self._damaged("store.no-text")
        # No name is empty, none comes twice.
        if before.encode() >= name.encode():
            raise self._damaged("store.backup.order")

    def _next(self) -> AnyLine:
        try:
            line: AnyLine = _line.decode(self._bytes())
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise self._damaged("store.backup.shape") from error
        return line

    def _bytes(self) -> bytes:
        self._number += 1
        self._sum = self._hash.hexdigest()
        line = self._file.readline(LONGEST_LINE)
        self._length = len(line)
        if not line:
            raise self._damaged("store.backup.ends")
        if not line.endswith(b"\n"):
            raise self._damaged("store.backup.too-long")
        self._hash.update(line)
        return line

    def _damaged(self, key: str) -> BadBackup:
        return BadBackup(
            "store.backup.damaged", path=self._path, line=self._number, problem=Phrase.of(key)
        )
