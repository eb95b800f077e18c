"""Updates put together from public parts and a seat's own are those of the structs, byte for byte.

The straightforward way, a whole table and a whole deal for each connection, is kept here to compare
with. People come, sit, hop, leave and play in two languages, as chance has it.
"""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from funicular.core.wire import to_json
from funicular.games.registry import GAMES
from funicular.live import broadcast
from funicular.live.connection import Connection
from funicular.live.messages import Update
from funicular.live.updates import Updates
from funicular.table.render import show_deal, show_lines, show_table
from funicular.table.wire import TableShown
from tests.web.test_one_hand import Evening

EVENINGS = 3


class Seen:
    """What a connection was shown last."""

    def __init__(self, table: TableShown, seat: int | None, seq: int) -> None:
        self.table = table
        self.seat = seat
        self.seq = seq


class Compared(Updates):
    """Updates that are compared with those of the straightforward way."""

    seen: dict[Connection, Seen]
    compared: list[int]

    def note(self, connection: Connection) -> None:
        super().note(connection)
        self._see(connection)

    def send(self, connection: Connection) -> None:
        expected = self._update(connection)
        before = len(connection.outbox)
        super().send(connection)
        sent = connection.outbox[before:]
        assert sent == ([] if expected is None else [to_json(expected)])
        self._see(connection)
        self.compared.append(len(sent))

    def _see(self, connection: Connection) -> None:
        table, guest = self._table, connection.guest
        shown = show_table(table, self._presence, guest, connection.lang)
        self.seen[connection] = Seen(shown, table.seat_seen_by(guest), table.seq)

    def _update(self, connection: Connection) -> Update | None:
        table, seen = self._table, self.seen[connection]
        shown = show_table(table, self._presence, connection.guest, connection.lang)
        seat = table.seat_seen_by(connection.guest)
        moved = seat != seen.seat or shown.you != seen.table.you
        dealt = bool(table.marks) and (moved or table.marks[-1][0] > seen.seq)
        before = 0 if moved else table.told_at(seen.seq)
        said = show_lines(table, seen.seq, connection.lang)
        if shown == seen.table and not dealt and not said:
            return None
        return Update(
            seq=table.seq,
            table=None if shown == seen.table else shown,
            deal=show_deal(table, seat, connection.lang, before) if dealt else None,
            said=said,
            running=self._running,
        )


@pytest.mark.parametrize("name", GAMES)
def test_an_update_in_parts_is_the_update_of_the_structs(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(name)
    Compared.seen, Compared.compared = {}, []
    monkeypatch.setattr(broadcast, "Updates", Compared)

    async def evenings() -> None:
        for _ in range(EVENINGS):
            evening: Any = Evening(name, rng, monkeypatch)
            await evening.spend()

    asyncio.run(evenings())
    assert Compared.compared.count(1) > 100
    assert Compared.compared.count(0) > 10
