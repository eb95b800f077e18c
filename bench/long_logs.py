"""Tables that have lived long: logs of any length, made by the table's own rules.

Somebody plays alone with bots: every move is made and taken back several times before it stays,
with chat and new names between, and one match follows another. Or, after the first match, they take
back every move for ever, so that all the rest of the log is one deal.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from itertools import count

from funicular.live.messages import NewTable, Opened
from funicular.live.new_table import new_table
from funicular.live.table_log import CHANCE, read_row, rows_of
from funicular.store.log import Row
from funicular.table import commands as ask
from funicular.table.decide import decide, moved
from funicular.table.decision import Decision
from funicular.table.fold import after, unfold
from funicular.table.presence import Presence
from funicular.table.table import Table

# How often a move is made and taken back.
TAKEN_BACK = 6


class LongTable:
    """A table whose log goes on for as long as one asks for rows."""

    def __init__(
        self,
        game: str = "ascenseur-52",
        seats: int = 3,
        deals: int | None = None,
        *,
        one_deal: bool = False,
    ) -> None:
        """Open it, and begin the first match."""
        self._one_deal = one_deal
        wish = NewTable(
            game,
            seats,
            "Zoé",
            secrets.token_hex(16),
            "en",
            deals=deals,
            level="beginner",
            start=True,
        )
        entries, self.opened = new_table(wish)
        self._rows = rows_of(entries, 1, None, 1_000.0)
        self.table: Table = unfold(map(read_row, self._rows))
        self._numbers = count(1)
        self._going = self._evening()

    @property
    def where(self) -> Opened:
        """Its id and secrets."""
        return self.opened

    def rows(self, length: int) -> tuple[Row, ...]:
        """The next rows of its log: those after the last call, up to at least this number."""
        found = list(self._rows)
        self._rows = ()
        while self.table.seq < length:
            found += next(self._going)
        return tuple(found)

    def _evening(self) -> Iterator[tuple[Row, ...]]:
        while True:
            if self.table.phase == "over":
                yield self._do(ask.Ready(secrets.token_hex(16)))
            elif self.table.phase == "scored":
                yield self._do(ask.Ready())
            elif self.table.to_act[0] != 0:
                yield self._bot(self.table.to_act[0])
            else:
                yield from self._hesitate()
                if not self._one_deal or not self.table.finished:
                    yield self._play()

    def _hesitate(self) -> Iterator[tuple[Row, ...]]:
        match = self.table.match
        for number in range(TAKEN_BACK):
            if match.play(0, match.states[-1].legal_moves(0)[0]).under_way:
                yield self._play()
                yield self._do(ask.Undo())
            yield self._do(ask.Say(f"let me think {number}"))
        yield self._do(ask.Rename(f"Zoé {self.table.seq % 100}"))

    def _play(self) -> tuple[Row, ...]:
        move = self.table.match.states[-1].legal_moves(0)[0]
        return self._do(ask.MakeMove(str(move), self.table.turns[0]))

    def _bot(self, seat: int) -> tuple[Row, ...]:
        move = self.table.match.states[-1].legal_moves(seat)[0]
        play = ask.MakeMove(str(move), self.table.turns[seat])
        return self._keep(moved(self.table, seat, play, CHANCE), None)

    def _do(self, command: ask.AnyCommand) -> tuple[Row, ...]:
        host = self.table.opened.host
        now = Presence(present=frozenset({0}))
        decision = decide(self.table, now, host, command, CHANCE)
        return self._keep(decision, (host, f"command-{next(self._numbers)}"))

    def _keep(self, decision: Decision, asked: tuple[str, str] | None) -> tuple[Row, ...]:
        at = 1_000.0 + self.table.seq
        rows = rows_of(decision.entries, self.table.seq + 1, asked, at)
        for entry in decision.entries:
            self.table = after(self.table, entry, at)
        return rows
