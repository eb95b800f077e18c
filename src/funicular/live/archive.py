"""Finding the record behind the name of a replay.

Nearly always it is in the store. A match of a table that was over before records were kept there,
or whose record could not be written, is found at the table or by playing its log again, once: every
record met on the way is kept.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from funicular.live.admission.causes import Cause
from funicular.live.admission.worker_pool import GivenUp, WorkerPool, WorkerTurn, go_on
from funicular.live.loading import PAGE, check_numbers, damage
from funicular.live.records import text_of
from funicular.live.refusals import Refusal
from funicular.live.replay_names import replay_name
from funicular.live.rooms import Rooms
from funicular.live.table_log import read_row
from funicular.store.log import Row
from funicular.store.open import Store
from funicular.table.fold import after, opening
from funicular.table.table import Table

# A match or a deal; Python refuses to read the longest numbers.
NUMBER = re.compile("[0-9]{1,9}")


class Archive:
    """All records: those that people brought, and those of our tables."""

    def __init__(self, store: Store, rooms: Rooms, pool: WorkerPool) -> None:
        """Take where they are kept, the tables, and where work is done."""
        self._store = store
        self._rooms = rooms
        self._pool = pool

    async def record(self, name: str, cause: Cause) -> bytes:
        """The record of this name; `Refusal` if there is none, or if its match is not over."""
        text = await self._store.record(name)
        # An empty one is a note of ours (`days`), not a record.
        if text:
            return text
        table, dash, number = name.rpartition("-")
        if not dash or not NUMBER.fullmatch(number):
            raise Refusal("unknown", "replay.none")
        return await self._of_match(table, int(number), cause)

    async def _of_match(self, name: str, number: int, cause: Cause) -> bytes:
        table = (await self._rooms.find(name, cause)).table
        if not 1 <= number <= table.finished:
            raise Refusal("unknown", "replay.not-over")
        if table.challenge is not None:
            # Its record was never kept, so that every way to it leads past here.
            await self._rooms.check_open_cards(table.challenge)
        place = number - table.finished + len(table.played) - 1
        async with self._pool.turn(cause) as turn:
            if place < 0:
                return await self._search(name, number, turn)
            text = await turn.run(text_of, table.played[place])
        await self._store.keep_record(replay_name(name, number), text)
        return text

    async def _search(self, name: str, number: int, turn: WorkerTurn) -> bytes:
        """Play the log of a table again as far as this match."""
        table: Table | None = None
        while True:
            seq = 0 if table is None else table.seq
            rows = await self._store.read(name, after=seq, most=PAGE)
            check_numbers(name, rows, seq)
            table, found = await turn.run(_matches_in, table, name, rows)
            for place, text in found:
                await self._store.keep_record(replay_name(name, place), text)
                if place == number:
                    return text


def _matches_in(
    table: Table | None, name: str, rows: Sequence[Row]
) -> tuple[Table, list[tuple[int, bytes]]]:
    """The table after these rows, and the records of the matches that ended in them."""
    found: list[tuple[int, bytes]] = []
    for row in rows:
        go_on()
        try:
            entry, at = read_row(row)
            over = 0 if table is None else table.finished
            table = opening(entry) if table is None else after(table, entry, at)  # type: ignore[arg-type]  # the first entry opens the table
            if table.finished > over:
                found.append((table.finished, text_of(table.played[-1])))
        except GivenUp:
            raise
        except Exception as error:
            raise damage(name, row.seq, error) from error
    assert table is not None  # noqa: S101 - for the type checker: there are rows
    return table, found
