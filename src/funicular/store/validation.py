"""What every store checks of rows and names before it takes them."""

from __future__ import annotations

from collections.abc import Sequence

from funicular.store.log import Row, StoreFailed

# PostgreSQL's indexes take 2,700 bytes for all names of a row together.
MAX_NAME_BYTES = 500
MAX_TEXT_BYTES = 1 << 16


def in_order(rows: Sequence[Row]) -> bool:
    """True if each row has the number after the one before it, and the first is at least 1."""
    first = rows[0].seq
    return first >= 1 and [row.seq for row in rows] == [*range(first, first + len(rows))]


def is_text(text: str) -> bool:
    """True if both databases can keep this name: no lone surrogates, no NUL, not too long."""
    try:
        written = text.encode()
    except UnicodeEncodeError:
        return False
    return len(written) <= MAX_NAME_BYTES and b"\0" not in written


def is_long_text(text: str) -> bool:
    """True if both databases can keep this text in a column that no index has."""
    try:
        written = text.encode()
    except UnicodeEncodeError:
        return False
    return len(written) <= MAX_TEXT_BYTES and b"\0" not in written


def check_texts(name: str, rows: Sequence[Row] = ()) -> None:
    """Refuse text that a database cannot keep, before it spoils a commit shared with others."""
    texts = [name]
    for row in rows:
        if row.guest:
            texts.append(row.guest)
        if row.command:
            texts.append(row.command)
    if not all(map(is_text, texts)):
        raise StoreFailed("store.no-text")


def table_of(record: str) -> str:
    """The table that a record of this name belongs to (`TABLE-3`); empty if it is of none."""
    table, _, number = record.rpartition("-")
    return table if number.isdecimal() else ""
