"""The run: people play, and one after the other everything is restarted, killed or away."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from collections.abc import Awaitable, Callable
from statistics import median
from time import monotonic

from msgspec import Struct, field

from tests.system.kills.evidence import read_evidence, read_guests
from tests.system.kills.load import Load, Mark
from tests.system.kills.verdict import check_evidence, promised
from tests.system.rolling.site import Site

# Something acknowledged at each table before anything happens.
FEW = 3
PAUSE = 0.05
# For how many seconds PostgreSQL stays away.
AWAY = 3.0


class Counts(Struct):
    """What was done and found."""

    tables: int = 0
    acknowledged: int = 0
    breaks: int = 0
    # What people got instead of a socket, and what nginx answered in all.
    refused: Counter[int] = field(default_factory=Counter)
    answered: Counter[int] = field(default_factory=Counter)
    # Seconds until a table went on: by what had happened.
    recoveries: dict[str, list[float]] = {}

    def lines(self) -> list[str]:
        """For people."""
        found = [
            f"tables: {self.tables}, all of them went on each time",
            f"acknowledged commands: {self.acknowledged:,}, each in the log once",
            f"connections broken, tries included: {self.breaks:,}",
            f"answers instead of a socket: {dict(self.refused) or 'none'}",
            f"nginx answered: {dict(sorted(self.answered.items()))}",
        ]
        return found + [
            f"seconds until a table goes on, {what}: median {median(times):.2f},"
            f" longest {max(times):.2f} ({len(times)} times)"
            for what, times in self.recoveries.items()
        ]


class Restarts:
    """One run."""

    def __init__(
        self, site: Site, tables: int, rounds: int, seed: int = 0, *, short: bool = False
    ) -> None:
        """`short` leaves out what tests/system/kills does too: PostgreSQL away while all play."""
        self.counts = Counts()
        self._site = site
        self._tables = tables
        self._rounds = rounds
        self._short = short
        self._seed = seed
        self._evening: Load | None = None
        self._marks: list[list[Mark]] = []
        self._began = 0.0

    async def run(self) -> Counts:
        """Do all of it; `AssertionError` for the first thing that is not as it must be."""
        site, counts = self._site, self.counts
        async with Load(site, self._tables, self._seed, site.visitor) as evening:
            guests = await read_guests(site.data)
            for _ in range(self._rounds):
                # What the machine needs by itself, to compare with.
                await self._blow(evening, "nothing done", self._nothing, 0)
                for place in range(len(site.servers)):
                    await self._blow(evening, "rolling restart", self._restart, place)
                await self._blow(evening, "kill -9 of one server", self._kill, 0)
                await asyncio.to_thread(site.servers[0].start)
                if not self._short:
                    await self._blow(evening, "PostgreSQL away", self._lose_postgres, 0)
                await self._blow(evening, "PostgreSQL away at a start", self._start_without, 0)
        promises = [each for sitting in evening.sittings for each in promised(sitting, guests)]
        counts.acknowledged = check_evidence(await read_evidence(site.data), promises).checked
        counts.tables = len(evening.sittings)
        counts.breaks = sum(person.player.breaks for person in evening.persons)
        counts.refused = site.statuses
        counts.answered = site.nginx.statuses()
        return counts

    async def _blow(
        self, evening: Load, what: str, blow: Callable[[int], Awaitable[None]], place: int
    ) -> None:
        """Let it happen while everybody plays, and note when each table has gone on."""
        enough = {id(person): len(person.acknowledged) + FEW for person in evening.persons}
        await evening.until(
            lambda: all(
                any(len(each.acknowledged) >= enough[id(each)] for each in sitting.persons)
                for sitting in evening.sittings
            ),
            lambda: evening.still(evening.sittings),
        )
        self._evening = evening
        await blow(place)
        marks = self._marks
        await evening.until(
            lambda: all(any(mark.since() for mark in of_table) for of_table in marks),
            lambda: evening.still(evening.sittings),
        )
        self.counts.recoveries.setdefault(what, []).extend(
            min(mark.since()[0].at for mark in of_table if mark.since()) - self._began
            for of_table in marks
        )

    def _mark(self) -> None:
        """What is wished from now on and done shows that a table goes on."""
        assert self._evening is not None
        self._marks = [[Mark(person) for person in each.persons] for each in self._evening.sittings]

    async def _nothing(self, _: int) -> None:
        self._began = monotonic()
        self._mark()

    async def _restart(self, place: int) -> None:
        """As an update does it: ask to end, start again, go on to the next when it is ready."""
        server = self._site.servers[place]
        self._began = monotonic()
        os.kill(server.pid, signal.SIGTERM)
        self._mark()
        assert await asyncio.to_thread(server.ended) == 0, server.errors
        await asyncio.to_thread(server.start)
        await asyncio.to_thread(server.until_ready, 200)

    async def _kill(self, place: int) -> None:
        self._began = monotonic()
        await asyncio.to_thread(self._site.servers[place].kill)
        self._mark()

    async def _lose_postgres(self, _: int) -> None:
        """Gone for a while; what counts is the time from its return."""
        postgres = self._site.postgres
        assert postgres is not None
        await asyncio.to_thread(postgres.kill)
        self._mark()
        await asyncio.sleep(AWAY)
        await asyncio.to_thread(postgres.start)
        self._began = monotonic()

    async def _start_without(self, place: int) -> None:
        """A server that is started while PostgreSQL is away waits for it, and does not end."""
        server, postgres = self._site.servers[place], self._site.postgres
        assert postgres is not None
        assert await asyncio.to_thread(server.end, signal.SIGTERM) == 0, server.errors
        await asyncio.to_thread(postgres.kill)
        self._mark()
        before = server.errors.count("store-awaited")
        starting = asyncio.create_task(asyncio.to_thread(server.start))
        while server.errors.count("store-awaited") == before:
            assert not starting.done(), server.errors
            await asyncio.sleep(PAUSE)
        assert server.alive
        await asyncio.to_thread(postgres.start)
        self._began = monotonic()
        await starting
