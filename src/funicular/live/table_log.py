"""A table and its log together: commands become entries, entries are kept, and only then count.

Everything here happens under the room's lock, one thing at a time.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Coroutine, Sequence

from msgspec import Struct

from funicular.core.wire import from_json, to_json
from funicular.games.registry import make_game
from funicular.live.admission.causes import SERVER, Cause
from funicular.live.admission.worker_pool import WorkerPool, go_on
from funicular.live.attempts import Asked, Attempts
from funicular.live.messages import Done
from funicular.store.log import Fence, Row, Snapshot, StoreFailed
from funicular.store.logs import Log
from funicular.store.validation import in_order
from funicular.table.decision import Chance, proven
from funicular.table.entries import AnyEntry, TableOpened
from funicular.table.fold import after, unfold
from funicular.table.log_format import read_entry, write_entry
from funicular.table.snapshot import form, freeze, thaw
from funicular.table.table import Table

CHANCE = Chance(secret=secrets.token_hex, deal=proven)
# Answers kept for clients that ask again; others are found in the log, without their tokens.
MOST_ANSWERS = 64
# Rows between two snapshots of a live table: at most this many are played again after a crash.
SNAPSHOT_ROWS = 256
# A snapshot holds the deals of the match at hand. In a match of hundreds of deals one is kept less
# often, so that it costs a command no more than in a short match.
ROWS_A_DEAL = 4
# Commands whose rows are known without asking the store: those that may still be sent again
# because their answer was lost.
MOST_COMMANDS = 128


def rows_of(
    entries: Sequence[AnyEntry], first: int, asked: Asked | None, at: float
) -> tuple[Row, ...]:
    """The entries as rows, numbered from `first`; the first of them carries the command."""
    guest, command = asked or (None, None)
    return tuple(
        [
            Row(
                seq=first + place,
                guest=None if place else guest,
                command=None if place else command,
                at=at,
                body=write_entry(entry),
            )
            for place, entry in enumerate(entries)
        ]
    )


def read_row(row: Row) -> tuple[AnyEntry, float]:
    """The entry of a row, and when it was written."""
    return read_entry(row.body), row.at


class LogSnapshot(Struct, frozen=True):
    """A table_log as a snapshot keeps it."""

    opened: TableOpened
    table: bytes
    at: float
    in_log: list[tuple[str, str, int]]
    # Whether the log has commands that `in_log` lacks.
    forgot: bool


def table_in(snapshot: Snapshot) -> Table:
    """The table that a snapshot keeps; for those who check it against its log."""
    kept = from_json(snapshot.body, LogSnapshot)
    game = make_game(kept.opened.game, kept.opened.seats, kept.opened.options)
    return thaw(kept.table, game)


class TableLog:
    """The table as its log has it, and the answers given."""

    def __init__(self, log: Log, table: Table, *, shared: bool = False) -> None:
        """Begin with a table just opened; `shared` if other servers may write to its log too."""
        self._log = log
        self._shared = shared
        self.table = table
        # Written by other servers, and not looked at yet.
        self._news: list[AnyEntry] = []
        # The newest commands and their rows; older ones are looked up in the store.
        self._in_log: dict[Asked, int] = {}
        self._forgot = False
        # No entry is older than the one before, whatever becomes of the machine's clock.
        self._at = 0.0
        self._answers: dict[Asked, Done] = {}
        # Up to which row there is a snapshot, and up to which one was last tried.
        self._kept = self._tried = 0

    @classmethod
    def unfolded(cls, log: Log, rows: Sequence[Row], shared: bool = False) -> TableLog:  # noqa: FBT001, FBT002 - handed on
        """The table_log of a log that has been read."""
        table_log = cls(log, unfold(map(read_row, rows)), shared=shared)
        table_log._note(rows)
        return table_log

    @classmethod
    def thawed(cls, log: Log, snapshot: Snapshot, shared: bool) -> TableLog:  # noqa: FBT001 - handed on
        """The table_log of a snapshot; `CannotThaw` or `BadRecord` if it cannot be read."""
        kept = from_json(snapshot.body, LogSnapshot)
        game = make_game(kept.opened.game, kept.opened.seats, kept.opened.options)
        table_log = cls(log, thaw(kept.table, game), shared=shared)
        table_log._at = kept.at
        table_log._kept = snapshot.seq
        table_log._in_log.update(((guest, command), seq) for guest, command, seq in kept.in_log)
        table_log._forgot = kept.forgot
        return table_log

    def fold(self, rows: Sequence[Row]) -> None:
        """Take in rows that were read from the log, those after the last one known."""
        for row in rows:
            go_on()
            self.table = after(self.table, *read_row(row))
        self._note(rows)

    @property
    def at(self) -> float:
        """When the last row was written."""
        return self._at

    @property
    def worth_keeping(self) -> bool:
        """Whether enough has been written since the last snapshot for another one."""
        rows = max(SNAPSHOT_ROWS, ROWS_A_DEAL * len(self.table.match.states))
        return self.table.seq - max(self._kept, self._tried) >= rows

    def keep(self, pool: WorkerPool, cause: Cause = SERVER) -> Coroutine[object, None, None]:
        """Keep a snapshot of the table as it is now, written by a thread of this pool."""
        # At once, so that nobody begins another one meanwhile.
        self._tried = self.table.seq
        return self._keep(self.table, pool, cause)

    async def _keep(self, table: Table, pool: WorkerPool, cause: Cause) -> None:
        in_log = [(guest, command, seq) for (guest, command), seq in self._in_log.items()]
        body = await pool.run(cause, _written, table, self._at, in_log, self._forgot)
        await self._log.keep_snapshot(table.id, form(), Snapshot(table.seq, body))
        self._kept = max(self._kept, table.seq)

    def answered(self, asked: Asked) -> Done | None:
        """What was answered when this was asked before; None if it is new."""
        if asked in self._answers:
            return self._answers[asked]
        seq = self._in_log.get(asked)
        return None if seq is None else Done(asked[1], seq)

    def remember(self, asked: Asked, done: Done) -> None:
        """Keep an answer for a client that asks again, unless the log gives the same one."""
        if self.answered(asked) != done:
            self._answers[asked] = done
            while len(self._answers) > MOST_ANSWERS:
                del self._answers[next(iter(self._answers))]

    def forget(self, guest: str) -> None:
        """Answer this guest's earlier questions no longer."""
        for asked in [each for each in self._answers if each[0] == guest]:
            del self._answers[asked]

    def attempts(
        self,
        asked: Asked | None = None,
        *,
        fence: Fence | None = None,
        closed: bool = False,
        sure: bool = False,
    ) -> Attempts:
        """Attempts to write one decision, for `async for`.

        `asked` is the command it comes from; with a `fence` it is written only while this server
        leads the table; `closed` is for the entry that closes it. `sure`: a decision to do nothing
        counts only if other servers have written nothing that we do not know.
        """
        return Attempts(self, asked, fence=fence, closed=closed, sure=sure)

    async def append(
        self,
        entries: Sequence[AnyEntry],
        asked: Asked | None,
        *,
        fence: Fence | None = None,
        closed: bool = False,
    ) -> None:
        """Write entries, and only when they are committed make them part of the table."""
        at = max(time.time(), self._at)
        rows = rows_of(entries, self.table.seq + 1, asked, at)
        await self._log.append(self.table.id, rows, fence=fence, closed=closed)
        for entry in entries:
            self.table = after(self.table, entry, at)
        self._note(rows)

    async def was_done(self, asked: Asked | None) -> bool:
        """Whether the log has this command: the newest are in memory, others in the store."""
        if asked is None or asked in self._in_log:
            return asked is not None
        if not self._forgot:
            return False
        seq = await self._log.find_command(self.table.id, *asked)
        if seq is not None:
            self._remember_row(asked, seq)
        return seq is not None

    async def has_news(self) -> bool:
        """Read what other servers have written, if there are any; whether there is any."""
        return self._shared and await self.catch_up()

    async def catch_up(self) -> bool:
        """Read what other servers have written; whether there is any."""
        rows = await self._log.read(self.table.id, after=self.table.seq)
        if rows and (rows[0].seq != self.table.seq + 1 or not in_order(rows)):
            raise StoreFailed("store.failed", problem=f"row {self.table.seq + 1} is missing")
        for row in rows:
            entry, at = read_row(row)
            self.table = after(self.table, entry, at)
            self._news.append(entry)
            # One by one: the next row may be of a newer version than we can read.
            self._note((row,))
        return bool(rows)

    def news(self) -> tuple[AnyEntry, ...]:
        """What others have written since the last call."""
        news, self._news = tuple(self._news), []
        return news

    def _note(self, rows: Sequence[Row]) -> None:
        for row in rows:
            self._at = max(self._at, row.at)
            if row.guest is not None and row.command is not None:
                self._remember_row((row.guest, row.command), row.seq)

    def _remember_row(self, asked: Asked, seq: int) -> None:
        self._in_log[asked] = seq
        if len(self._in_log) > MOST_COMMANDS:
            del self._in_log[next(iter(self._in_log))]
            self._forgot = True


def _written(table: Table, at: float, in_log: list[tuple[str, str, int]], forgot: bool) -> bytes:  # noqa: FBT001 - handed on
    """What a snapshot of this table holds."""
    return to_json(LogSnapshot(table.opened, freeze(table), at, in_log, forgot))
