"""One of two servers is stopped while people play and fetch pages, and goes on later.

A stopped process is the purest server that hangs: its kernel accepts connections, and nothing
answers.
"""

from __future__ import annotations

import asyncio
import os
import signal
from http.client import IncompleteRead
from time import monotonic

from msgspec import Struct, field

from tests.system.kills.evidence import read_evidence, read_guests
from tests.system.kills.load import Load, Mark
from tests.system.kills.verdict import check_evidence, promised
from tests.system.rolling.shares import longest_pause
from tests.system.rolling.site import Site

PAGES = ("/", "/t/abc", "/api/games", "/api/tables", "/healthz", "/readyz", "/rules", "/learn")
# What counts as the status of a page whose server stopped between its head and its body: nginx has
# handed on the head, and can only break off.
CUT_OFF = 0
# Between two pages that one visitor fetches.
PAUSE = 0.1
# Between the beginnings of those that are in flight.
APART = 0.005


class Fetched(Struct, frozen=True):
    """A page: when it was asked for, how long it took, and what came."""

    at: float
    seconds: float
    status: int


class Hung(Struct):
    """What was found."""

    tables: int = 0
    acknowledged: int = 0
    quiet_pause: float = 0.0
    # The longest time without an answer of any player, from the stop on.
    pause_stopped: float = 0.0
    quiet_pages: list[Fetched] = field(default_factory=list)
    in_flight: list[Fetched] = field(default_factory=list)
    later: list[Fetched] = field(default_factory=list)
    # While the server that had stood still goes on.
    pause_after: float = 0.0

    @property
    def statuses(self) -> set[int]:
        """What came for all pages, but for those that were broken off when the server stopped."""
        flight = {each.status for each in self.in_flight} - {CUT_OFF}
        return flight | {each.status for each in self.later}

    def lines(self) -> list[str]:
        """For people."""
        flight = [each.seconds for each in self.in_flight]
        later = [each.seconds for each in self.later]
        return [
            f"tables: {self.tables}; acknowledged commands: {self.acknowledged:,}, each once",
            (
                f"longest pause of a player: quiet {self.quiet_pause:.2f} s, one server stopped"
                f" {self.pause_stopped:.2f} s, after it went on {self.pause_after:.2f} s"
            ),
            f"pages before: longest {max(each.seconds for each in self.quiet_pages):.2f} s",
            (
                f"pages in flight: {len(flight)}, longest {max(flight):.2f} s, broken off"
                f" {sum(each.status == CUT_OFF for each in self.in_flight)}"
            ),
            f"pages later: {len(later)}, longest {max(later):.2f} s",
            f"statuses: {sorted(self.statuses)}",
        ]


class Hanging:
    """One run."""

    def __init__(self, site: Site, tables: int, quiet: float = 10.0, after: float = 30.0) -> None:
        """Play for some seconds before, and for some after the server goes on."""
        self.hung = Hung(tables=tables)
        self._site = site
        self._quiet = quiet
        self._after = after

    async def run(self) -> Hung:
        """Do it; `AssertionError` for the first thing that is not as it must be."""
        site, hung = self._site, self.hung
        async with Load(site, hung.tables, 0, site.visitor) as evening:
            guests = await read_guests(site.data)
            began = monotonic()
            await asyncio.sleep(self._quiet)
            hung.quiet_pause = longest_pause(evening, began)
            stopped = site.servers[0].pid
            hung.quiet_pages = [await self._fetch(path) for path in PAGES]
            # Some have only begun when the server stops, some are being answered.
            flight = []
            for path in PAGES:
                flight.append(asyncio.create_task(self._fetch(path)))
                await asyncio.sleep(APART)
            os.kill(stopped, signal.SIGSTOP)
            try:
                began = monotonic()
                fetching = asyncio.create_task(self._keep_fetching())
                hung.in_flight += await asyncio.gather(*flight)
                await _all_go_on(evening)
                hung.pause_stopped = longest_pause(evening, began)
                await asyncio.sleep(self._quiet)
            finally:
                os.kill(stopped, signal.SIGCONT)
            began = monotonic()
            await _all_go_on(evening)
            await asyncio.sleep(self._after)
            hung.pause_after = longest_pause(evening, began)
            fetching.cancel()
            await asyncio.gather(fetching, return_exceptions=True)
        promises = [each for one in evening.sittings for each in promised(one, guests)]
        hung.acknowledged = check_evidence(await read_evidence(site.data), promises).checked
        return hung

    async def _fetch(self, path: str) -> Fetched:
        at = monotonic()
        try:
            status, _, _ = await asyncio.to_thread(self._site.nginx.ask, path)
        except IncompleteRead:
            status = CUT_OFF
        return Fetched(at, monotonic() - at, status)

    async def _keep_fetching(self) -> None:
        while True:
            for path in PAGES:
                self.hung.later.append(await self._fetch(path))
                await asyncio.sleep(PAUSE)


async def _all_go_on(evening: Load) -> None:
    """Wait until something that was wished from now on is done, for every player."""
    marks = [Mark(person) for person in evening.persons]
    await evening.until(
        lambda: all(mark.since() for mark in marks), lambda: evening.still(evening.sittings)
    )
