"""Loading a table: its snapshot and the rows after it, a page at a time, in the `tables` pool.

A page is a small piece of work, so several long logs take turns in the pool, and a short one never
waits long behind them. While a long log without a snapshot is read, snapshots are kept on the way:
a load that is given up need not begin again.

A log must be whole: numbered without a gap up to the number that the store says, every row
readable and possible after the one before. A table whose log is not is refused.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from funicular.core.errors import BadOptions, BadRecord, FunicularError
from funicular.lang import Reader
from funicular.store.log import Log, Row, StoreFailed
from funicular.table.frozen import CannotThaw, form
from funicular.web.ledger import Ledger
from funicular.web.logs import crash, log
from funicular.web.pools import GivenUp
from funicular.web.refusals import Refusal
from funicular.web.service import Pools

# Rows that are read and played at a time.
PAGE = 500
# A log this short is played at once: that takes less than a few milliseconds.
SHORT = 24
# Rows between two snapshots that are kept while a long log is read.
WORTH_KEEPING = 5_000


class Damaged(Refusal):
    """A log that cannot be played: a row is missing, unreadable or impossible."""

    def __init__(self, table: str, seq: int, problem: str) -> None:
        """Say which row of which table; the log line says the same to the operator."""
        super().__init__("damaged", "serve.damaged")
        self.table = table
        self.seq = seq
        self.problem = problem

    def tell(self) -> None:
        """Write it down for the operator."""
        log(
            "table-damaged",
            level=logging.ERROR,
            table=self.table,
            seq=self.seq,
            problem=self.problem,
        )


async def load(store: Log, table: str, pools: Pools, *, shared: bool) -> Ledger | None:
    """The ledger of this table; None if there is none, `Damaged` if its log is not whole."""
    head = (await store.heads([table])).get(table)
    if head is None:
        return None
    ledger = await _from_snapshot(store, table, head, pools, shared)
    kept = 0 if ledger is None else ledger.table.seq
    while ledger is None or ledger.table.seq < head:
        seq = 0 if ledger is None else ledger.table.seq
        rows = await store.read(table, after=seq, most=PAGE)
        check_numbers(table, rows, seq)
        if ledger is None and len(rows) <= SHORT:
            ledger = _folded(store, None, table, rows, shared)
        else:
            ledger = await pools.tables.run(_folded, store, ledger, table, rows, shared)
        if ledger.table.seq - kept >= WORTH_KEEPING:
            kept = ledger.table.seq
            await _keep(ledger, pools)
    return ledger


async def _keep(ledger: Ledger, pools: Pools) -> None:
    """Keep what has been read so far; if that fails, the table is loaded all the same."""
    try:
        await ledger.keep(pools.snapshots)
    except Refusal:
        return
    except FunicularError as error:
        problem = error.say(Reader("en"))
        log("snapshot-not-kept", level=logging.WARNING, table=ledger.table.id, problem=problem)


async def _from_snapshot(
    store: Log,
    table: str,
    head: int,
    pools: Pools,
    shared: bool,  # noqa: FBT001 - handed on
) -> Ledger | None:
    snapshot = await store.snapshot(table, form())
    # One that is ahead of the log belongs to another log, such as one restored from a backup.
    if snapshot is None or snapshot.seq > head:
        return None
    try:
        return await pools.tables.run(Ledger.thawed, store, snapshot, shared)
    except (CannotThaw, BadRecord, BadOptions):
        # An unreadable cache counts as missing.
        crash("snapshot-unread", table=table)
        return None


def check_numbers(table: str, rows: Sequence[Row], seq: int) -> None:
    """Refuse a page that does not go on right after this number."""
    if not rows:
        raise Damaged(table, seq + 1, "row missing")
    for expected, row in enumerate(rows, seq + 1):
        if row.seq != expected:
            raise Damaged(table, expected, "row missing")


def _folded(
    store: Log,
    ledger: Ledger | None,
    table: str,
    rows: Sequence[Row],
    shared: bool,  # noqa: FBT001 - handed on
) -> Ledger:
    """The ledger after these rows."""
    try:
        if ledger is None:
            ledger = Ledger.unfolded(store, rows[:1], shared)
            rows = rows[1:]
        ledger.fold(rows)
    except (GivenUp, StoreFailed):
        raise
    except Exception as error:
        seq = rows[0].seq if ledger is None or not rows else ledger.table.seq + 1
        raise Damaged(table, seq, f"{type(error).__name__}: {error}") from error
    return ledger
