"""The live tables: read from the log when somebody comes, put away when all have gone."""

from __future__ import annotations

import asyncio
import time
from time import monotonic

from funicular.store.log import Log
from funicular.web.ledger import Ledger, rows_of
from funicular.web.logs import crash, log
from funicular.web.messages import Listed, NewTable, Opened
from funicular.web.opening import new_table
from funicular.web.refusals import Refusal
from funicular.web.room import Room
from funicular.web.service import Service

# How long an empty room is kept at hand, and how often we look.
IDLE_SECONDS = 300.0
SWEEP_SECONDS = 60.0


class Rooms:
    """All of them, by the table's id."""

    def __init__(self, service: Service) -> None:
        """Begin with none."""
        self._service = service
        self._log: Log = service.log
        self._rooms: dict[str, Room] = {}
        self._coming: dict[str, asyncio.Task[Room | None]] = {}
        metrics = service.metrics
        metrics.tables.set_function(lambda: len(self._rooms))
        metrics.sockets.set_function(lambda: sum(len(room.listeners) for room in self.live))
        metrics.seats.set_function(lambda: sum(len(room.table.people) for room in self.live))

    @property
    def live(self) -> tuple[Room, ...]:
        """The rooms held in memory."""
        return tuple(self._rooms.values())

    async def open(self, wish: NewTable) -> Opened:
        """Make a new table."""
        entries, opened = new_table(wish)
        await self._log.append(opened.table, rows_of(entries, 1, None, time.time()))
        log("table-opened", table=opened.table, game=wish.game, seats=wish.seats)
        return opened

    async def find(self, table: str) -> Room:
        """The room of this table; `Refusal` if there is no such table."""
        if table not in self._rooms:
            # Whoever comes while it is being read waits for the same reading.
            if table not in self._coming:
                self._coming[table] = asyncio.create_task(self._read(table))
            await asyncio.shield(self._coming[table])
        if table not in self._rooms:
            raise Refusal("no-table", "serve.no-table")
        room = self._rooms[table]
        room.used = monotonic()
        return room

    async def _read(self, table: str) -> Room | None:
        try:
            rows = await self._log.read(table)
            if not rows:
                return None
            ledger = await asyncio.to_thread(Ledger, self._log, rows)
            room = self._rooms[table] = Room(ledger, self._service)
            return room
        finally:
            del self._coming[table]

    def listed(self) -> tuple[Listed, ...]:
        """The tables that everybody may find: those that are open and have somebody at them."""
        return tuple(_listed(room) for room in self.live if room.table.open and room.now.present)

    async def sweep(self) -> None:
        """Put empty rooms away, now and then, for as long as the server runs."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                self.put_away(monotonic() - IDLE_SECONDS)
            except Exception:  # noqa: BLE001 - a broken room must not end the sweeping of others
                crash("sweep-failed")

    def put_away(self, before: float) -> None:
        """Put away the idle rooms that nobody has used since."""
        for name, room in list(self._rooms.items()):
            if room.idle and room.used < before:
                room.close()
                del self._rooms[name]

    def close(self) -> None:
        """Stop everything that goes on by itself."""
        for room in self.live:
            room.close()


def _listed(room: Room) -> Listed:
    table = room.table
    host = next((place.name for place in table.places if place.guest == table.opened.host), "")
    return Listed(
        id=table.id,
        invite=table.opened.invite,
        game=table.game.name,
        seats=table.game.seats,
        free=sum(place.kind != "person" for place in table.places),
        host=host,
        phase=table.phase,
    )
