"""Whether this server is alive, and whether people should be sent to it.

Nothing is tried when somebody asks: probes run by themselves and what they found last is the
answer, so that asking costs nothing and a stranger who asks often makes no work. Alive is a server
whose event loop turns; ready is one whose loop, store and pools keep up as well.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Literal

from funicular.live.logs import log
from funicular.live.metrics import Metrics, Waiting
from funicular.store.log import StoreFailed
from funicular.store.open import Store

PROBE_SECONDS = 0.25
# How far back lag counts.
RECENT_PROBES = 20
# Above these people notice, and a restart would be better.
READY_LAG = 1.0
LIVE_LAG = 10.0
# The store is tried this often while somebody asks, and more often while it fails.
STORE_SECONDS = 5.0
STORE_RETRY_SECONDS = 0.5
STORE_TIMEOUT = 8.0
# If nobody has asked for this long, the store is left alone: at home no disk should be kept awake.
ASKED_SECONDS = 60.0
LONGEST_WAIT = 5.0

Problem = Literal["stopping", "loop", "store", "pools", "page"]


class Health:
    """What the probes have found."""

    def __init__(
        self,
        metrics: Metrics,
        pools: Sequence[Waiting] = (),
        has_page: Callable[[], bool] = lambda: True,
    ) -> None:
        """Begin well.

        `pools` are those that have to keep up; `has_page` says whether this installation has the
        page, which people come for.
        """
        self.stopping = False
        self._metrics = metrics
        self._pools = pools
        self._has_page = has_page
        self._lags: deque[float] = deque([0.0], RECENT_PROBES)
        self._due = monotonic()
        self._store_well = True
        self._asked = 0.0
        self._doubted = asyncio.Event()
        metrics.ready.set_function(lambda: float(self.not_ready() is None))
        metrics.watch_pools(pools)

    def not_alive(self) -> Problem | None:
        """Why this server should be ended, if it should."""
        if self.stopping:
            return "stopping"
        return "loop" if self.lag > LIVE_LAG else None

    def not_ready(self) -> Problem | None:
        """Why nobody should be sent here now, if so."""
        self._asked = monotonic()
        if problem := self.not_alive():
            return problem
        if self.lag > READY_LAG:
            return "loop"
        if not self._store_well:
            return "store"
        behind = any(pool.oldest_wait > LONGEST_WAIT for pool in self._pools)
        if behind:
            return "pools"
        return None if self._has_page() else "page"

    @property
    def lag(self) -> float:
        """The longest that the event loop kept a probe waiting lately, the next one included."""
        return max(*self._lags, monotonic() - self._due)

    def stop(self) -> None:
        """The server is about to end."""
        self.stopping = True

    def doubt_store(self) -> None:
        """The store has failed somebody: try it soon."""
        self._doubted.set()

    async def run(self, store: Store) -> None:
        """Probe until cancelled."""
        await asyncio.gather(self._probe_loop(), self._probe_store(store))

    async def _probe_loop(self) -> None:
        while True:
            self._due = monotonic() + PROBE_SECONDS
            await asyncio.sleep(PROBE_SECONDS)
            late = max(0.0, monotonic() - self._due)
            self._lags.append(late)
            self._metrics.lag.observe(late)

    async def _probe_store(self, store: Store) -> None:
        while True:
            # However often it is doubted, it is tried only once in a while.
            await asyncio.sleep(STORE_RETRY_SECONDS)
            if self._store_well:
                await self._until_doubted()
            self._doubted.clear()
            well = await self._is_well(store)
            if well != self._store_well:
                log("store-well" if well else "store-not-well", level=logging.WARNING)
            self._store_well = well

    async def _until_doubted(self) -> None:
        """Wait until it is time to try the store again, or somebody has reason to doubt it."""
        while True:
            try:
                async with asyncio.timeout(STORE_SECONDS):
                    await self._doubted.wait()
            except TimeoutError:
                if monotonic() - self._asked > ASKED_SECONDS:
                    continue
            return

    async def _is_well(self, store: Store) -> bool:
        try:
            async with asyncio.timeout(STORE_TIMEOUT):
                await store.check()
        except (StoreFailed, TimeoutError):
            return False
        return True
