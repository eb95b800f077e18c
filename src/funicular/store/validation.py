"""What every store asks of rows before it takes them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from funicular.store.log import Row, StoreFailed

# Bytes of a name. PostgreSQL's indexes end at 2,700 for all names of a row together.
LONGEST_NAME = 500


def in_order(rows: Sequence[Row]) -> bool:
    """Whether each row has the number after the one before it, from 1 at least."""
    return rows[0].seq >= 1 and all(one.seq + 1 == other.seq for one, other in pairwise(rows))


def is_text(text: str) -> bool:
    """Whether both databases can keep this name: no lone surrogates, no NUL, not too long."""
    try:
        written = text.encode()
    except UnicodeEncodeError:
        return False
    return len(written) <= LONGEST_NAME and b"\0" not in written


def check_texts(name: str, rows: Sequence[Row] = ()) -> None:
    """Refuse what one of the databases would choke on, before it spoils a shared commit."""
    texts = [name, *(text for row in rows for text in (row.guest, row.command) if text)]
    if not all(map(is_text, texts)):
        raise StoreFailed("store.no-text")


def table_of(record: str) -> str:
    """The table that a record of this name belongs to (`TABLE-3`); empty if it is of none."""
    table, _, number = record.rpartition("-")
    return table if number.isdecimal() else ""
