"""The lines of a backup."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from funicular.core.errors import FunicularError

# How a file begins that gzip has made.
GZIP = b"\x1f\x8b"


class BadBackup(FunicularError):
    """A file that is no backup, or a damaged one. Nothing of it was used."""


class Header(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
    tag="funicular-backup",
    tag_field="format",
):
    """The first line."""

    version: Literal[1] = 1
    made: float


class DevelopmentHeader(Struct, frozen=True, tag="funicular-store", tag_field="format"):
    """The first line as the last development version wrote it; only the records are taken."""

    version: Literal[2]


class TableLine(Struct, frozen=True, forbid_unknown_fields=True, tag="table", tag_field="line"):
    """A table; its rows follow."""

    id: str
    closed: bool


class RowLine(Struct, frozen=True, forbid_unknown_fields=True, tag="row", tag_field="line"):
    """A row of the table before it."""

    seq: int
    guest: str | None
    command: str | None
    at: float
    body: bytes


class RecordLine(Struct, frozen=True, forbid_unknown_fields=True, tag="record", tag_field="line"):
    """A record."""

    name: str
    body: bytes


class SideLine(Struct, frozen=True, forbid_unknown_fields=True, tag="side", tag_field="line"):
    """A row of a side table."""

    table: str
    values: tuple[str | int | float, ...]


class EndLine(Struct, frozen=True, forbid_unknown_fields=True, tag="end", tag_field="line"):
    """The last line."""

    tables: int
    rows: int
    records: int
    sha256: str
    side_rows: int


AnyLine = TableLine | RowLine | RecordLine | SideLine | EndLine
