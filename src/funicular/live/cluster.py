"""The other servers: who leads which table, who is connected where, and news of what they write.

The store knows the truth of all of it, and is looked at again and again; a wake only says where to
look first. A server whose store is a file of its own is alone.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from time import monotonic
from typing import Protocol

from funicular.core.errors import BadRecord, FunicularError
from funicular.lang import Reader
from funicular.live.handover import Handover
from funicular.live.logs import log
from funicular.live.pubsub import PubSub, Wake
from funicular.store.leases import BEAT_SECONDS, LEASE_SECONDS
from funicular.store.log import Fence
from funicular.store.open import Store

# How often the store is looked at without being woken: when wakes reach us, and when none can.
LOOK_SECONDS = 5.0
LOOK_UNWOKEN_SECONDS = 0.3
# Who comes and goes is told in batches.
GATHER_SECONDS = 0.05
RETRY_SECONDS = 0.5
# People who come to a table that is led elsewhere may come because that server has ended or died:
# for so long after they came its lease is asked for more often than with every beat.
EAGER_SECONDS = 8.0
EAGER_PAUSE = 0.25
# Where servers say what they list: no table has an empty id.
LOBBY = ""
# Rooms that look into the log at the same time.
MOST_LOOKING = 16


class Shared(Protocol):
    """A room as other servers matter to it."""

    @property
    def seq(self) -> int:
        """The last row it knows."""

    @property
    def connected(self) -> bytes:
        """Who is connected here."""

    @property
    def leads(self) -> bool:
        """Whether the bots and the clock are run here."""

    @property
    def occupied(self) -> bool:
        """Whether anybody is connected here."""

    @property
    def deserted(self) -> bool:
        """Whether people are connected, but all of them to other servers."""

    def send_on(self) -> None:
        """Close all sockets, so that their clients come again, perhaps to another server."""

    async def lead(self, *, leads: bool, fence: Fence | None) -> None:
        """Run the bots and the clock from now on, or leave it to another server."""

    async def look(self, *, seq: int = 0, elsewhere: tuple[bytes, ...] | None = None) -> None:
        """Another server has written rows up to `seq`, or says who is connected there."""


class LocalRooms(Protocol):
    """All the rooms of this server."""

    @property
    def by_table(self) -> Mapping[str, Shared]:
        """The rooms that are here."""

    @property
    def listing(self) -> bytes:
        """Which of them everybody may find."""


class Cluster(Protocol):
    """What a room and its keeper say to other servers, if there are any."""

    # Which tables of other servers everybody may find, in their words.
    listed_elsewhere: tuple[bytes, ...]

    def wrote(self, table: str, seq: int) -> None:
        """We have written to the log of this table."""

    def moved(self, table: str) -> None:
        """Somebody has come to this table here, or has left it."""

    async def meet(self, table: str, room: Shared) -> None:
        """We have this table now: learn whether we lead it, and who is elsewhere."""

    async def part(self, tables: list[str]) -> None:
        """We have these tables no longer."""

    async def run(self, rooms: LocalRooms) -> None:
        """Keep in touch until cancelled."""

    async def end(self) -> None:
        """Say goodbye."""


class NoCluster:
    """The only server of its store: it leads every table."""

    listed_elsewhere: tuple[bytes, ...] = ()

    def wrote(self, table: str, seq: int) -> None:
        """Nobody is to be woken."""

    def moved(self, table: str) -> None:
        """Nobody is to be told."""

    async def meet(self, table: str, room: Shared) -> None:  # noqa: ARG002 - as the others
        """All tables are ours."""
        await room.lead(leads=True, fence=None)

    async def part(self, tables: list[str]) -> None:
        """Nobody waits for them."""

    async def run(self, rooms: LocalRooms) -> None:
        """There is nothing to do."""

    async def end(self) -> None:
        """There is nobody to tell."""


class Peers:
    """One of several servers of a store."""

    def __init__(self, store: Store, wakes: PubSub) -> None:
        """Take what they share, and how they wake each other."""
        self.listed_elsewhere: tuple[bytes, ...] = ()
        self._store = store
        self._wakes = wakes
        self._local: LocalRooms | None = None
        self._listing = b""
        self._moved: set[str] = set()
        # Tables whose lease we are eager to have, and until when.
        self._eager: dict[str, float] = {}
        # Tables that were sent on, and until when their leases are left to other servers.
        self._sent_on: dict[str, float] = {}
        self._handover = Handover()
        self._anybody_moved = asyncio.Event()
        self._looking = asyncio.Semaphore(MOST_LOOKING)
        self._tasks: set[asyncio.Task[None]] = set()
        self._alive = monotonic()
        self._failing: set[str] = set()

    def wrote(self, table: str, seq: int) -> None:
        """Wake the others."""
        self._wakes.send(table, seq)

    def moved(self, table: str) -> None:
        """Tell the others soon; and perhaps the table has lost who led it."""
        self._eager[table] = monotonic() + EAGER_SECONDS
        self._moved.add(table)
        self._anybody_moved.set()

    async def meet(self, table: str, room: Shared) -> None:
        """Take the lease if nobody has it; see who is elsewhere, and what was written meanwhile."""
        try:
            held = await self._store.lease([table])
            await self._look_at([table])
            await room.lead(leads=table in held, fence=held.get(table))
        except FunicularError as error:
            # What was read can be looked at all the same; the next beat tries again.
            self._fails("meet", error)

    async def part(self, tables: list[str]) -> None:
        """Give the leases back."""
        await self._store.release(tables)

    async def run(self, rooms: LocalRooms) -> None:
        """Keep in touch until cancelled."""
        self._local = rooms
        await asyncio.gather(
            self._again(BEAT_SECONDS, self._beat),
            self._again(EAGER_PAUSE, self._lease_eagerly),
            self._again(GATHER_SECONDS, self._tell_who_is_here),
            self._look_on(),
            self._wakes.run(self._woken),
        )

    async def end(self) -> None:
        """Let others take over at once."""
        await self._store.retire()

    def _rooms(self) -> Mapping[str, Shared]:
        return {} if self._local is None else self._local.by_table

    # Being alive.

    async def _again(self, wait: float, what: Callable[[], Awaitable[None]]) -> None:
        """Do it again and again; a store that fails is a store to be asked again."""
        while True:
            name = getattr(what, "__name__", "")
            try:
                await what()
            except FunicularError as error:
                self._fails(name, error)
                await self._doubt()
                await asyncio.sleep(RETRY_SECONDS)
            else:
                self._failing.discard(name)
            await asyncio.sleep(wait)

    def _fails(self, what: str, error: FunicularError) -> None:
        """Write down that something fails, once until it works again."""
        if what not in self._failing:
            self._failing.add(what)
            problem = error.say(Reader("en"))
            log("company-failed", level=logging.WARNING, what=what, problem=problem)

    async def _beat(self) -> None:
        began = monotonic()
        others = await self._store.beat()
        rooms = dict(self._rooms())
        self._sent_on = {each: until for each, until in self._sent_on.items() if until > began}
        wanted = [
            table
            for table, room in rooms.items()
            if not room.deserted and (room.occupied or table not in self._sent_on)
        ]
        # Where all have gone to another server, the lease is to follow them.
        left = [each for each in rooms.keys() - set(wanted) if rooms[each].leads]
        held = await self._store.lease(wanted)
        thought_dead = began - self._alive > LEASE_SECONDS
        self._alive = began
        for table, room in rooms.items():
            await room.lead(leads=table in held, fence=held.get(table))
        if left:
            await self._store.release(left)
        occupied = [table for table, room in rooms.items() if room.occupied]
        if thought_dead:
            # We have stood still, and what others have taken over meanwhile goes on there.
            going = [table for table in occupied if table not in held]
        else:
            going = self._handover.look(occupied, others, began)
        await self._send_on({table: rooms[table] for table in going})
        await self._share_listing()

    async def _send_on(self, rooms: Mapping[str, Shared]) -> None:
        """Let the people of these tables come again, and let another server lead them."""
        if not rooms:
            return
        log("tables-sent-on", number=len(rooms))
        for table, room in rooms.items():
            self._sent_on[table] = monotonic() + EAGER_SECONDS
            self._eager.pop(table, None)
            await room.lead(leads=False, fence=None)
        # First, so that the server to which they come next can lead at once.
        await self._store.release(list(rooms))
        for room in rooms.values():
            room.send_on()

    async def _lease_eagerly(self) -> None:
        """Ask for the leases of tables that people have come to lately and we do not lead."""
        rooms = dict(self._rooms())
        now = monotonic()
        self._eager = {
            table: until
            for table, until in self._eager.items()
            if until > now and table in rooms and rooms[table].occupied and not rooms[table].leads
        }
        if self._eager:
            held = await self._store.lease(list(self._eager))
            for table in held:
                await rooms[table].lead(leads=True, fence=held[table])

    async def _share_listing(self) -> None:
        """The lobby of all servers: what each of them lists, under no table's name."""
        listing = b"" if self._local is None else self._local.listing
        if listing != self._listing:
            await self._store.here({LOBBY: listing})
            self._listing = listing
        self.listed_elsewhere = (await self._store.elsewhere([LOBBY])).get(LOBBY, ())

    async def _doubt(self) -> None:
        """A server without a sign of life for too long counts as dead, and leads nothing."""
        if monotonic() - self._alive > LEASE_SECONDS:
            for room in list(self._rooms().values()):
                await room.lead(leads=False, fence=None)

    # Who is where.

    async def _tell_who_is_here(self) -> None:
        await self._anybody_moved.wait()
        self._anybody_moved.clear()
        moved, self._moved = self._moved, set()
        rooms = self._rooms()
        here = {table: rooms[table].connected for table in moved if table in rooms}
        try:
            await self._store.here(here)
        except FunicularError:
            self._moved |= moved
            self._anybody_moved.set()
            raise
        for table in here:
            self._wakes.send(table, 0)

    # News.

    def _woken(self, wake: Wake) -> None:
        table, seq = wake
        room = self._rooms().get(table)
        if room is None or 0 < seq <= room.seq:
            return
        task = asyncio.create_task(self._hear(table, room, seq))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _hear(self, table: str, room: Shared, seq: int) -> None:
        try:
            async with self._looking:
                if seq > room.seq:
                    await room.look(seq=seq)
                elif not seq:
                    found = await self._store.elsewhere([table])
                    await room.look(elsewhere=found.get(table, ()))
        except FunicularError as error:
            # The next look finds it.
            self._fails("hear", error)
        else:
            self._failing.discard("hear")

    async def _look_on(self) -> None:
        """Look at every table that is here, woken or not: wakes can be lost."""
        heard = False
        while True:
            wait = LOOK_SECONDS if self._wakes.heard else LOOK_UNWOKEN_SECONDS
            await asyncio.sleep(min(wait, LOOK_SECONDS))
            if heard != self._wakes.heard:
                heard = self._wakes.heard
                log("company", woken=heard)
            try:
                await self._look_at(list(self._rooms()))
            except FunicularError as error:
                self._fails("look", error)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                self._failing.discard("look")

    async def _look_at(self, tables: list[str]) -> None:
        if not tables:
            return
        heads = await self._store.heads(tables)
        elsewhere = await self._store.elsewhere(tables)
        rooms = self._rooms()
        unread: BadRecord | None = None
        for table in tables:
            room = rooms.get(table)
            if room is None:
                continue
            try:
                await room.look(seq=heads.get(table, 0), elsewhere=elsewhere.get(table, ()))
            except BadRecord as error:
                # A row of a newer release, or a damaged one, must not keep us from other tables.
                unread = error
        if unread is not None:
            raise unread
