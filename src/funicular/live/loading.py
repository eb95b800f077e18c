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
from funicular.lang import Phrase, Reader
from funicular.live.admission.causes import SERVER, Cause
from funicular.live.admission.worker_pool import GivenUp
from funicular.live.logs import crash, log
from funicular.live.refusals import Refusal
from funicular.live.room_context import Pools
from funicular.live.table_log import TableLog
from funicular.store.log import Row, StoreFailed
from funicular.store.logs import Log
from funicular.table.log_format import LOG_VERSION, NewerLog
from funicular.table.snapshot import CannotThaw, form

# Rows that are read and played at a time.
PAGE = 500
# A log this short is played at once: that takes less than a few milliseconds.
SHORT = 24
# Rows between two snapshots that are kept while a long log is read.
WORTH_KEEPING = 5_000
# What a player is told of a damaged log.
SENTENCE = Phrase.of("serve.damaged")


class Damaged(Refusal):
    """A log that cannot be played: a row is missing, unreadable or impossible."""

    def __init__(self, table: str, seq: int, problem: str, sentence: Phrase = SENTENCE) -> None:
        """Say which row of which table; the log line says the same to the operator."""
        super().__init__("damaged", sentence.key, **sentence.params)
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


async def load(
    store: Log, table: str, pools: Pools, *, shared: bool, cause: Cause = SERVER
) -> TableLog | None:
    """The table_log of this table; None if there is none, `Damaged` if its log is not whole."""
    head = (await store.heads([table])).get(table)
    if head is None:
        return None
    table_log = await _from_snapshot(store, (table, head), pools, cause, shared=shared)
    kept = 0 if table_log is None else table_log.table.seq
    while table_log is None or table_log.table.seq < head:
        seq = 0 if table_log is None else table_log.table.seq
        rows = await store.read(table, after=seq, most=PAGE)
        check_numbers(table, rows, seq)
        if table_log is None and len(rows) <= SHORT:
            table_log = _folded(store, None, table, rows, shared)
        else:
            table_log = await pools.tables.run(
                cause, _folded, store, table_log, table, rows, shared
            )
        if table_log.table.seq - kept >= WORTH_KEEPING:
            kept = table_log.table.seq
            await _keep(table_log, pools, cause)
    return table_log


async def _keep(table_log: TableLog, pools: Pools, cause: Cause) -> None:
    """Keep what has been read so far; if that fails, the table is loaded all the same."""
    try:
        await table_log.keep(pools.snapshots, cause)
    except Refusal:
        return
    except FunicularError as error:
        problem = error.say(Reader("en"))
        log("snapshot-not-kept", level=logging.WARNING, table=table_log.table.id, problem=problem)


async def _from_snapshot(
    store: Log,
    wanted: tuple[str, int],
    pools: Pools,
    cause: Cause,
    *,
    shared: bool,
) -> TableLog | None:
    table, head = wanted
    snapshot = await store.snapshot(table, form())
    # One that is ahead of the log belongs to another log, such as one restored from a backup.
    if snapshot is None or snapshot.seq > head:
        return None
    try:
        return await pools.tables.run(cause, TableLog.thawed, store, snapshot, shared)
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


def damage(table: str, seq: int, error: Exception) -> Damaged:
    """What to say of a row that could not be read or played."""
    problem = f"{type(error).__name__}: {error}"
    if isinstance(error, NewerLog):
        versions = {"version": error.version, "known": LOG_VERSION}
        return Damaged(table, seq, problem, Phrase.of("serve.newer-log", table=table, **versions))
    return Damaged(table, seq, problem)


def _folded(
    store: Log,
    table_log: TableLog | None,
    table: str,
    rows: Sequence[Row],
    shared: bool,  # noqa: FBT001 - handed on
) -> TableLog:
    """The table_log after these rows."""
    try:
        if table_log is None:
            table_log = TableLog.unfolded(store, rows[:1], shared)
            rows = rows[1:]
        table_log.fold(rows)
    except (GivenUp, StoreFailed):
        raise
    except Exception as error:
        seq = rows[0].seq if table_log is None or not rows else table_log.table.seq + 1
        raise damage(table, seq, error) from error
    return table_log
