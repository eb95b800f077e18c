"""Hears what an operator has changed in the store, and brings this server's memory in line.

The store is asked about once a second for orders newer than the last one heard. What an order says
is done already; here a deleted table is forgotten and its sockets are closed, a rewritten one is
read again, a closed one is shown so, and bans are taken over. Once a minute what is older than its
days is deleted.
"""

from __future__ import annotations

import asyncio
import logging
from time import monotonic

from funicular.admin.retention import ClockDoubted, Keep, chosen_keep, sweep
from funicular.core.errors import FunicularError
from funicular.lang import Reader
from funicular.live.bans import Bans
from funicular.live.logs import crash, log
from funicular.live.rooms import Rooms
from funicular.store.administration import Order
from funicular.store.open import Store

POLL_SECONDS = 1.0
# Bans that have ended are noticed without an order; and so is an order that nobody could hear.
BANS_SECONDS = 60.0
SWEEP_SECONDS = 60.0
# A rewritten table is read once more when every server has heard of it: until then one of them may
# have kept a snapshot of what it remembered.
AGAIN_SECONDS = 10.0


class AdminOrders:
    """Kept by the application for as long as the server runs."""

    def __init__(self, store: Store, bans: Bans, given: Keep) -> None:
        """Take where orders come from, and what this server was started with to delete when."""
        self._store = store
        self._bans = bans
        self._given = given
        # What holds: also what was chosen for the store.
        self.keep = given.settled()
        self._last = 0
        self._again: dict[str, float] = {}
        self._failing = False
        self._doubting = False

    async def begin(self) -> None:
        """Before the first request: earlier orders are of no concern, but bans are."""
        self._last = await self._store.last_order()
        self._bans.take(await self._store.bans())
        await self._look_what_is_kept()

    async def _look_what_is_kept(self) -> None:
        self.keep = self._given.over(await chosen_keep(self._store)).settled()

    async def run(self, rooms: Rooms) -> None:
        """Hear and obey until cancelled."""
        bans_at = sweep_at = monotonic()
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                await self.hear(rooms)
                if monotonic() - bans_at > BANS_SECONDS:
                    bans_at = monotonic()
                    self._bans.take(await self._store.bans())
                if monotonic() - sweep_at > SWEEP_SECONDS:
                    sweep_at = monotonic()
                    await self._look_what_is_kept()
                    if self.keep:
                        await self.sweep(rooms)
                self._failing = False
            except FunicularError as error:
                # Once until it works again: the store says itself what ails it.
                if not self._failing:
                    self._failing = True
                    problem = error.say(Reader("en"))
                    log("orders-not-heard", level=logging.WARNING, problem=problem)
            except Exception:  # noqa: BLE001 - whatever it is, later orders must be heard
                crash("orders-failed")

    async def hear(self, rooms: Rooms) -> None:
        """Hear the orders that are new."""
        for order in await self._store.orders(self._last):
            await self._obey(order, rooms)
            self._last = order.number
        for table in [table for table, at in self._again.items() if at <= monotonic()]:
            del self._again[table]
            await self._read_again(table, rooms)

    async def _obey(self, order: Order, rooms: Rooms) -> None:
        table = order.subject
        match order.kind:
            case "deleted":
                if await rooms.drop(table):
                    log("table-deleted", table=table)
            case "revised":
                await self._read_again(table, rooms)
                if self._store.shared:
                    self._again[table] = monotonic() + AGAIN_SECONDS
            case "grown":
                room = rooms.by_table.get(table)
                seq = (await self._store.heads([table])).get(table, 0)
                if room is not None:
                    await room.look(seq=seq)
            case "bans":
                self._bans.take(await self._store.bans())
            case _:
                # Records are read from the store for every look.
                pass

    async def _read_again(self, table: str, rooms: Rooms) -> None:
        await self._store.drop_snapshot(table)
        room = rooms.by_table.get(table)
        if room is None:
            return
        try:
            await room.read_again()
        except Exception:  # noqa: BLE001 - also of a damaged log
            # The next person to come reads it from the store.
            crash("not-read-again", table=table)
            await rooms.drop(table)

    async def sweep(self, rooms: Rooms) -> None:
        """Delete a round of what is older than its days."""
        busy = {name for name, room in rooms.by_table.items() if room.connections}
        try:
            swept = await sweep(self._store, self.keep, busy=busy)
        except ClockDoubted as doubted:
            if not self._doubting:
                self._doubting = True
                log("clock-not-trusted", since=doubted.clock.since, now=doubted.clock.now)
            return
        self._doubting = False
        if swept.tables or swept.lines or swept.records:
            log(
                "deleted-by-age",
                tables=len(swept.tables),
                lines=swept.lines,
                records=len(swept.records),
            )
