"""A table and its log together: commands become entries, entries are kept, and only then count.

Everything here happens under the room's lock, one thing at a time.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

from funicular.core.wire import from_json, to_json
from funicular.store.log import Conflict, Log, Row
from funicular.table.decide import Chance, Decision, proven
from funicular.table.entries import AnyEntry
from funicular.table.table import Table, after, unfold
from funicular.web.messages import Done

CHANCE = Chance(secret=secrets.token_hex, deal=proven)
# Answers kept for whoever asks again; older ones are found in the log, without their tokens.
MOST_ANSWERS = 256

# Who asked, and the id they gave it.
Asked = tuple[str, str]


def rows_of(
    entries: Sequence[AnyEntry], first: int, asked: Asked | None, at: float
) -> tuple[Row, ...]:
    """The entries as rows, numbered from `first`; the first of them carries the command."""
    guest, command = asked or (None, None)
    return tuple(
        Row(
            seq=first + place,
            guest=None if place else guest,
            command=None if place else command,
            at=at,
            body=to_json(entry),
        )
        for place, entry in enumerate(entries)
    )


def read_row(row: Row) -> tuple[AnyEntry, float]:
    """The entry of a row, and when it was written."""
    # Any: a union is no type to mypy.
    kind: Any = AnyEntry
    entry: AnyEntry = from_json(row.body, kind)
    return entry, row.at


class Ledger:
    """The table as its log has it, and the answers given."""

    def __init__(self, log: Log, rows: Sequence[Row]) -> None:
        """Unfold a log that has been read."""
        self._log = log
        self.table: Table = unfold(map(read_row, rows))
        self._in_log: dict[Asked, int] = {}
        self._answers: OrderedDict[Asked, Done] = OrderedDict()
        self._note(rows)

    def answered(self, asked: Asked) -> Done | None:
        """What was answered when this was asked before; None if it is new."""
        if asked in self._answers:
            return self._answers[asked]
        seq = self._in_log.get(asked)
        return None if seq is None else Done(asked[1], seq)

    def remember(self, asked: Asked, done: Done) -> None:
        """Keep an answer for whoever asks again."""
        self._answers[asked] = done
        while len(self._answers) > MOST_ANSWERS:
            self._answers.popitem(last=False)

    def forget(self, guest: str) -> None:
        """Answer this guest's earlier questions no longer."""
        for asked in [each for each in self._answers if each[0] == guest]:
            del self._answers[asked]

    async def commit(
        self, decide: Callable[[], Decision], asked: Asked | None = None
    ) -> Decision | None:
        """Decide, keep, and only then believe it; None if another server has done it already."""
        try:
            return await self._try(decide, asked)
        except Conflict:
            await self._catch_up()
        if asked is not None and asked in self._in_log:
            return None
        return await self._try(decide, asked)

    async def _try(self, decide: Callable[[], Decision], asked: Asked | None) -> Decision:
        decision = decide()
        if decision.entries:
            rows = rows_of(decision.entries, self.table.seq + 1, asked, time.time())
            await self._log.append(self.table.id, rows)
            for entry in decision.entries:
                self.table = after(self.table, entry, rows[0].at)
            self._note(rows)
        return decision

    async def _catch_up(self) -> None:
        """Another server has written: read what."""
        rows = await self._log.read(self.table.id, after=self.table.seq)
        for row in rows:
            self.table = after(self.table, *read_row(row))
        self._note(rows)

    def _note(self, rows: Sequence[Row]) -> None:
        for row in rows:
            if row.guest is not None and row.command is not None:
                self._in_log[row.guest, row.command] = row.seq
