"""A rolling restart under many tables, and how they are shared between the servers afterwards."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
from itertools import pairwise
from time import monotonic

import asyncpg
from msgspec import Struct, field

from tests.system.kills.evidence import read_evidence, read_guests
from tests.system.kills.load import Load
from tests.system.kills.verdict import check_evidence, promised
from tests.system.rolling.site import Site, Visitor

# Tables that two people play at; at the others one sits and thinks.
PLAYED = 10
SEATED_AT_ONCE = 8
POLL_SECONDS = 0.5
TABLE = {
    "game": "ascenseur-52",
    "seats": 3,
    "deals": 2,
    "name": "Ada",
    "nonce": "5a" * 16,
    "lang": "en",
    "level": "beginner",
    "pace": "instant",
    "start": True,
}
# Where people are, by the servers that live.
WHERE = """
    SELECT servers.id, count(presence.table_id) FILTER (WHERE presence.body <> '{}')
    FROM servers LEFT JOIN presence ON presence.server = servers.id AND presence.table_id <> ''
    WHERE servers.until > clock_timestamp() GROUP BY servers.id ORDER BY servers.id
"""
LED = """
    SELECT servers.id, count(leases.table_id)
    FROM servers LEFT JOIN leases ON leases.server = servers.id
    WHERE servers.until > clock_timestamp() GROUP BY servers.id ORDER BY servers.id
"""


class Shares(Struct):
    """What was found."""

    tables: int = 0
    acknowledged: int = 0
    # When, in words; how many tables have people at each server; how many each leads.
    found: list[tuple[str, list[int], list[int]]] = field(default_factory=list)
    # The longest that anybody at a played table waited for an answer, while tables went home.
    longest_pause: float = 0.0
    quiet_pause: float = 0.0

    @property
    def even(self) -> bool:
        """Whether each server has between 40 and 60 percent in the end."""
        return all(0.4 * sum(these) <= min(these) for these in self.found[-1][1:])

    def lines(self) -> list[str]:
        """For people."""
        return [
            f"tables: {self.tables}; acknowledged commands: {self.acknowledged:,}, each once",
            *(f"{when}: people at {people}, led {led}" for when, people, led in self.found),
            (
                f"longest pause of a player: quiet {self.quiet_pause:.2f} s,"
                f" while tables went home {self.longest_pause:.2f} s"
            ),
        ]


class Sharing:
    """One run."""

    def __init__(
        self, site: Site, tables: int, wait: float = 60.0, *, played: int = PLAYED
    ) -> None:
        """`wait` is how long after the restart the shares are looked at.

        0 is until each server has some of them, and all people are at one.
        """
        self.shares = Shares(tables=tables)
        self._site = site
        self._tables = tables
        self._played = played
        self._wait = wait

    async def run(self) -> Shares:
        """Do it; `AssertionError` for the first thing that is not as it must be."""
        site, shares = self._site, self.shares
        sitting: list[Visitor] = []
        async with Load(site, self._played, 0, site.visitor) as evening:
            try:
                for _ in range(self._played, self._tables, SEATED_AT_ONCE):
                    many = min(SEATED_AT_ONCE, self._tables - self._played - len(sitting))
                    sitting += await asyncio.gather(*(self._sit() for _ in range(many)))
                guests = await read_guests(site.data)
                await self._look("before")
                quiet = monotonic()
                await asyncio.sleep(min(5.0, self._wait / 4))
                shares.quiet_pause = longest_pause(evening, quiet)
                for server in site.servers:
                    os.kill(server.pid, signal.SIGTERM)
                    assert await asyncio.to_thread(server.ended) == 0, server.errors
                    await asyncio.to_thread(server.start)
                    await asyncio.to_thread(server.until_ready, 200)
                restarted = monotonic()
                await self._look("all restarted")
                while not self._wait and not self._shared:
                    await asyncio.sleep(POLL_SECONDS)
                    shares.found.pop()
                    await self._look("once shared")
                for part in (0.25, 0.5, 1.0) if self._wait else ():
                    await asyncio.sleep(max(0.0, restarted + part * self._wait - monotonic()))
                    await self._look(f"after {part * self._wait:.0f} s")
                shares.longest_pause = longest_pause(evening, restarted + 2.0)
            finally:
                await asyncio.gather(*(player.go() for player in sitting))
        promises = [each for one in evening.sittings for each in promised(one, guests)]
        shares.acknowledged = check_evidence(await read_evidence(site.data), promises).checked
        return shares

    @property
    def _shared(self) -> bool:
        _, people, led = self.shares.found[-1]
        return min(people) > 0 and min(led) > 0 and sum(people) == sum(led) == self._tables

    async def _sit(self) -> Visitor:
        """A table at which one person sits among bots and is in no hurry."""
        site = self._site
        number = secrets.randbelow(1 << 16)
        address = f"198.18.{number >> 8}.{number & 255}"
        status, opened = await asyncio.to_thread(
            site.servers[0].ask, "/api/tables", TABLE, **{"X-Forwarded-For": address}
        )
        assert status == 201, opened
        visitor = site.visitor(
            "Ada", lambda: 0, opened["table"], plays=False, token=opened["token"]
        )
        visitor.come()
        await visitor.until(lambda me: me.connected)
        return visitor

    async def _look(self, when: str) -> None:
        connection = await asyncpg.connect(self._site.data)
        try:
            people = [number for _, number in await connection.fetch(WHERE)]
            led = [number for _, number in await connection.fetch(LED)]
        finally:
            await connection.close()
        self.shares.found.append((when, people, led))


def longest_pause(evening: Load, since: float) -> float:
    """The longest time between two answers to a player at these tables, from then until now."""
    pauses = [0.0]
    for person in evening.persons:
        times = [each.at for each in person.acknowledged if each.at >= since]
        pauses += [later - sooner for sooner, later in pairwise([since, *times, monotonic()])]
    return max(pauses)
