"""The live tables: read from the log when somebody comes, put away when all have gone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress
from time import monotonic

from funicular.core.errors import BadRecord
from funicular.core.wire import from_json, to_json
from funicular.store.opening import Store
from funicular.web.company import Company
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
# Tables closed in one sweep, and how far the machine's clock may have been set meanwhile.
MOST_CLOSED = 1000
MOST_ASTRAY = 30.0
DAY = 86_400.0


class Rooms:
    """All of them, by the table's id."""

    def __init__(self, service: Service) -> None:
        """Begin with none."""
        self._service = service
        self._log: Store = service.log
        self._company: Company = service.company
        self._rooms: dict[str, Room] = {}
        self._coming: dict[str, asyncio.Task[Room | None]] = {}
        metrics = service.metrics
        metrics.tables.set_function(lambda: len(self._rooms))
        metrics.sockets.labels("seated").set_function(lambda: self._sockets(seated=True))
        metrics.sockets.labels("watching").set_function(lambda: self._sockets(seated=False))
        metrics.leases.set_function(lambda: sum(room.leads for room in self.live))
        metrics.seats.set_function(lambda: sum(len(room.table.people) for room in self.live))

    def _sockets(self, *, seated: bool) -> int:
        return sum(
            (room.table.seat_of(each.guest) is not None) == seated
            for room in self.live
            for each in room.listeners
        )

    @property
    def by_table(self) -> Mapping[str, Room]:
        """The rooms held in memory, by the table's id."""
        return self._rooms

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
            ledger = await Ledger.read(self._log, table, shared=self._log.shared)
            if ledger is None:
                return None
            room = self._rooms[table] = Room(ledger, self._service)
            await self._company.meet(table, room)
            return room
        finally:
            del self._coming[table]

    def listed(self) -> tuple[Listed, ...]:
        """The tables that everybody may find: those that are open and have somebody at them."""
        found = {each.id: each for each in self._listed_here()}
        for told in self._company.listed_elsewhere:
            # A server of another version may list what we cannot read.
            with suppress(BadRecord):
                others = from_json(told or b"[]", tuple[Listed, ...])
                found |= {each.id: each for each in others if each.id not in found}
        return tuple(found.values())

    @property
    def listing(self) -> bytes:
        """The same of this server alone, for others."""
        return to_json(self._listed_here())

    def _listed_here(self) -> tuple[Listed, ...]:
        return tuple(_listed(room) for room in self.live if room.table.open and room.now.present)

    async def sweep(self) -> None:
        """Put empty rooms away and close forgotten tables, for as long as the server runs."""
        astray = time.time() - monotonic()
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.put_away(monotonic() - IDLE_SECONDS)
                # Right after the machine's clock was set nobody can say what is long ago.
                set_by, astray = time.time() - monotonic() - astray, time.time() - monotonic()
                if abs(set_by) < MOST_ASTRAY:
                    await self.close_forgotten(time.time() - self._service.days * DAY)
            except Exception:  # noqa: BLE001 - a broken room must not end the sweeping of others
                crash("sweep-failed")

    async def put_away(self, before: float) -> None:
        """Put away the idle rooms that nobody has used since."""
        gone = [name for name, room in self._rooms.items() if room.idle and room.used < before]
        for name in gone:
            room = self._rooms.pop(name)
            room.close()
            await room.keep()
        if gone:
            await self._company.part(gone)

    async def close_forgotten(self, before: float) -> None:
        """Close the tables where nothing has happened since this time, and nobody is."""
        for table in await self._log.untouched(before=before, most=MOST_CLOSED):
            room = await self.find(table)
            await room.rest()

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
