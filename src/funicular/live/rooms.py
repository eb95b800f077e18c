"""The live tables: read from the log when somebody comes, put away when all have gone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress
from time import monotonic

from funicular.core.errors import BadRecord
from funicular.core.wire import from_json, to_json
from funicular.live.admission import figures
from funicular.live.admission.causes import SERVER, Cause
from funicular.live.admission.worker_pool import WorkerTurn
from funicular.live.cluster import Cluster
from funicular.live.days import Days
from funicular.live.loading import Damaged, load
from funicular.live.logs import crash, log
from funicular.live.messages import Listed, NewTable, Opened
from funicular.live.new_table import new_table
from funicular.live.quick_match import length_of
from funicular.live.refusals import Busy, Refusal
from funicular.live.room import Room
from funicular.live.room_context import Pools, RoomContext
from funicular.live.table_log import rows_of
from funicular.live.what_if import NewWhatIf, new_what_if
from funicular.store.open import Store
from funicular.table.stand_in import stand_in

# How long an empty room is kept at hand, and how often we look.
IDLE_SECONDS = 300.0
SWEEP_SECONDS = 60.0
# Tables closed in one sweep, and how far the machine's clock may have been set meanwhile.
MOST_CLOSED = 1000
MOST_ASTRAY = 30.0
# How long a damaged table is refused before its log is read again, and how many are remembered.
DAMAGED_SECONDS = 60.0
MOST_DAMAGED = 1000
# Sockets of a table that was deleted are closed with this.
NO_TABLE_CLOSE = 4004


class _Coming:
    """A table that is being loaded, and those who wait for it: without them it is given up."""

    def __init__(self, task: asyncio.Task[None]) -> None:
        self._task = task
        self._waiting = 0
        self.loaded = False

    def cancel(self) -> None:
        """Give it up."""
        self._task.cancel()

    async def wait(self) -> None:
        """Wait until it is there."""
        self._waiting += 1
        try:
            await asyncio.shield(self._task)
        except asyncio.CancelledError:
            if not self._task.cancelled():
                raise
            # The last one who waited before us had gone.
            raise Busy(figures.TABLES.again) from None
        finally:
            self._waiting -= 1
            if not self._waiting and not self.loaded:
                self._task.cancel()


class Rooms:
    """All of them, by the table's id."""

    def __init__(self, context: RoomContext) -> None:
        """Begin with none."""
        self._context = context
        self._store: Store = context.store
        self._cluster: Cluster = context.cluster
        self._rooms: dict[str, Room] = {}
        self._coming: dict[str, _Coming] = {}
        self._days = Days(context.store)
        # Tables that cannot be loaded, and until when that is not tried again.
        self._damaged: dict[str, float] = {}
        metrics = context.metrics
        metrics.tables.set_function(lambda: len(self._rooms))
        metrics.sockets.labels("seated").set_function(lambda: self._sockets(seated=True))
        metrics.sockets.labels("watching").set_function(lambda: self._sockets(seated=False))
        metrics.leases.set_function(lambda: sum(room.leads for room in self.live))
        metrics.seats.set_function(lambda: sum(len(room.table.people) for room in self.live))

    def _sockets(self, *, seated: bool) -> int:
        return sum(
            (room.table.seat_of(each.guest) is not None) == seated
            for room in self.live
            for each in room.connections
        )

    @property
    def pools(self) -> Pools:
        """Where work is done that takes long."""
        pools: Pools = self._context.pools
        return pools

    async def check_open_cards(self, challenge: str) -> None:
        """Refuse to show the cards of a challenge that may still be played."""
        challenges = self._context.challenges
        if challenges is None:
            raise Refusal("forbidden", "challenge.cards-closed")
        await challenges.check_open_cards(challenge)

    @property
    def by_table(self) -> Mapping[str, Room]:
        """The rooms held in memory, by the table's id."""
        return self._rooms

    @property
    def coming(self) -> tuple[str, ...]:
        """The tables that are being loaded."""
        return tuple(self._coming)

    @property
    def live(self) -> tuple[Room, ...]:
        """The rooms held in memory."""
        return tuple(self._rooms.values())

    async def open(self, wish: NewTable) -> Opened:
        """Make a new table."""
        self._context.bans.check_name(wish.name)
        entries, opened = new_table(wish)
        await self._store.append(opened.table, rows_of(entries, 1, None, time.time()))
        log("table-opened", table=opened.table, game=wish.game, seats=wish.seats)
        return opened

    async def open_what_if(self, wish: NewWhatIf, record: bytes, turn: WorkerTurn) -> Opened:
        """Make a table that plays on from a move of this record."""
        self._context.bans.check_name(wish.name)
        entries, opened = await turn.run(new_what_if, record, wish)
        await self._store.append(opened.table, rows_of(entries, 1, None, time.time()))
        log("what-if-opened", table=opened.table, replay=wish.replay)
        return opened

    async def find(self, table: str, cause: Cause = SERVER) -> Room:
        """The room of this table; `Refusal` if there is no such table, or if it cannot be had.

        If it has to be loaded, that is work of this cause.
        """
        if table not in self._rooms:
            if self._damaged.get(table, 0.0) > monotonic():
                raise Refusal("damaged", "serve.damaged")
            # Others who ask while it is being read wait for the same reading.
            if table not in self._coming:
                task = asyncio.create_task(self._read(table, cause))
                # Not at the end of `_read`, which is never reached by a task cancelled at once.
                task.add_done_callback(lambda _: self._coming.pop(table, None))
                self._coming[table] = _Coming(task)
            await self._coming[table].wait()
        if table not in self._rooms:
            raise Refusal("no-table", "serve.no-table")
        room = self._rooms[table]
        room.used = monotonic()
        return room

    async def _read(self, table: str, cause: Cause) -> None:
        try:
            table_log = await load(
                self._store, table, self.pools, shared=self._store.shared, cause=cause
            )
            # From here on it is there for all who wait.
            self._coming[table].loaded = True
            if table_log is not None:
                room = self._rooms[table] = Room(table_log, self._context, cause)
                await self._cluster.meet(table, room)
        except Damaged as damaged:
            self._refuse_for_a_while(damaged)
            raise

    def _refuse_for_a_while(self, damaged: Damaged) -> None:
        """Say once what is wrong with this table, and do not read its log again and again."""
        if damaged.table not in self._damaged:
            damaged.tell()
        if len(self._damaged) >= MOST_DAMAGED:
            del self._damaged[next(iter(self._damaged))]
        self._damaged[damaged.table] = monotonic() + DAMAGED_SECONDS

    @property
    def people_playing(self) -> int:
        """How many seats at tables of this server have their person here, in a match."""
        return sum(
            len(room.presence.present) for room in self.live if room.table.phase != "gathering"
        )

    def listed(self) -> tuple[Listed, ...]:
        """The tables that everybody may find: those that are open and have somebody at them."""
        found = {each.id: each for each in self._listed_here()}
        for told in self._cluster.listed_elsewhere:
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
        return tuple(
            _listed(room) for room in self.live if room.table.open and room.presence.present
        )

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
                    await self.close_old(time.time())
            except Exception:  # noqa: BLE001 - a broken room must not end the sweeping of others
                crash("sweep-failed")

    async def close_old(self, now: float) -> None:
        """Close the tables that nobody has come to for the days that were chosen.

        Only days on which a server ran are counted, so a wrong clock closes nothing.
        """
        await self._days.note(now)
        before = await self._days.before(now, self._context.days)
        if before is not None:
            await self.close_forgotten(before)

    async def put_away(self, before: float) -> None:
        """Put away the idle rooms that nobody has used since."""
        gone = [name for name, room in self._rooms.items() if room.idle and room.used < before]
        for name in gone:
            room = self._rooms.pop(name)
            room.close()
            await room.keep()
        if gone:
            await self._cluster.part(gone)

    async def drop(self, table: str) -> bool:
        """Forget a table that was deleted, and close its sockets; whether it was here."""
        if table in self._coming:
            with suppress(Exception):
                await self._coming[table].wait()
        room = self._rooms.pop(table, None)
        if room is None:
            return False
        room.close()
        for connection in list(room.connections):
            connection.drop(NO_TABLE_CLOSE)
        await self._cluster.part([table])
        return True

    async def close_forgotten(self, before: float) -> None:
        """Close the tables where nothing has happened since this time, and nobody is."""
        for table in await self._store.untouched(before=before, most=MOST_CLOSED):
            try:
                room = await self.find(table)
            except Refusal:
                # Damaged, which has been said, or there is too much to do just now.
                continue
            await room.rest()

    def close(self) -> None:
        """Stop everything that goes on by itself."""
        for room in self.live:
            room.close()
        for coming in self._coming.values():
            coming.cancel()


def _listed(room: Room) -> Listed:
    table = room.table
    hosts = (seat for seat, place in enumerate(table.places) if place.guest == table.opened.host)
    host = next(hosts, None)
    opened = table.opened
    # A clock, or an ending of its own, is nothing that people who come for a quick match asked for.
    plain = opened.clock is None and opened.deals is None and opened.target is None
    return Listed(
        id=table.id,
        invite=table.opened.invite,
        game=table.game.name,
        seats=table.game.seats,
        free=sum(place.kind != "person" for place in table.places),
        host="" if host is None else table.places[host].name,
        phase=table.phase,
        length=length_of(table.game.setup) if plain else "",
        waiting=table.phase == "gathering"
        and (host in room.presence.present or stand_in(table, room.presence) is not None)
        and any(place.kind == "empty" for place in table.places),
    )
