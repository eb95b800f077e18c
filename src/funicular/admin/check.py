"""Whether every row, snapshot and record of a store can be read and makes sense.

Numbers are counted by `store/checking`. Here every body is read as an entry, every table is played
from its first row, and a snapshot has to be the table as it was after its row.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from funicular.core.errors import BadRecord
from funicular.games.records import read_record
from funicular.store.checking import Checked
from funicular.store.inventory import Inventory
from funicular.store.log import Row, Snapshot
from funicular.store.write_failures import problem_in_english
from funicular.table.entries import TableOpened
from funicular.table.fold import after, opening
from funicular.table.log_format import read_entry
from funicular.table.table import Table

# Reads the table out of a snapshot; raises whatever it likes if it cannot.
ReadSnapshot = Callable[[Snapshot], Table]


class BadRow(Struct, frozen=True):
    """A row that cannot be read, or that cannot follow the rows before it."""

    table: str
    seq: int
    problem: str


class StoreChecked(Struct):
    """What was counted, and everything that is wrong."""

    counted: Checked
    # Rows whose body is no entry, and rows that make no sense where they are.
    garbled: list[BadRow] = []
    nonsense: list[BadRow] = []
    # Tables whose snapshot is not the table, and records that cannot be read.
    snapshots: list[str] = []
    records: list[str] = []

    @property
    def whole(self) -> bool:
        """True if nothing is wrong."""
        return self.counted.whole and not (
            self.garbled or self.nonsense or self.snapshots or self.records
        )


async def check_store(found: Inventory, form: str, read_snapshot: ReadSnapshot) -> StoreChecked:
    """Look at everything; snapshots of another form than this are left out, as servers do."""
    checked = StoreChecked(Checked(damage=await found.damage()))
    async for each in found.every_table():
        checked.counted.count(each)
        await _check_table(found, each.id, form, read_snapshot, checked)
    async for name, body in found.every_record():
        checked.counted.records += 1
        if not _is_record(body):
            checked.records.append(name)
    await checked.counted.count_side_rows(found)
    return checked


async def _check_table(
    found: Inventory, name: str, form: str, read_snapshot: ReadSnapshot, checked: StoreChecked
) -> None:
    snapshot = await found.snapshot(name, form)
    table: Table | None = None
    async for row in found.every_row(name):
        try:
            entry = read_entry(row.body)
        except BadRecord as error:
            checked.garbled.append(_bad(name, row, error))
            return
        try:
            table = _opened(entry, name) if table is None else after(table, entry, row.at)
        except Exception as error:  # noqa: BLE001 - whatever a nonsense row makes the rules raise
            checked.nonsense.append(_bad(name, row, error))
            return
        if snapshot is not None and snapshot.seq == row.seq:
            if not _is_same(snapshot, table, read_snapshot):
                checked.snapshots.append(name)
            snapshot = None
    if snapshot is not None:
        # It knows of rows that the log does not have.
        checked.snapshots.append(name)


def _opened(entry: object, table: str) -> Table:
    if not isinstance(entry, TableOpened):
        message = "a log begins with the opening of its table"
        raise TypeError(message)
    if entry.id != table:
        message = f"it opens another table: {entry.id}"
        raise ValueError(message)
    return opening(entry)


def _is_same(snapshot: Snapshot, table: Table, read_snapshot: ReadSnapshot) -> bool:
    try:
        return read_snapshot(snapshot) == table
    except Exception:  # noqa: BLE001 - a snapshot that cannot be read is a bad one
        return False


def _is_record(body: bytes) -> bool:
    if not body:
        # A server's note, not a record.
        return True
    try:
        read_record(body)
    except Exception:  # noqa: BLE001 - as above
        return False
    return True


def _bad(table: str, row: Row, error: Exception) -> BadRow:
    return BadRow(table, row.seq, problem_in_english(error))
