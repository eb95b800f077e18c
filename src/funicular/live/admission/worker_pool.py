"""Threads for work that a visitor can cause: bots, loading tables, replays, uploads, reviews.

Each kind of work has a pool of its own, and in each turns go round by who causes it (`FairQueue`).
When too much waits or the deadline has passed, the visitor is told when to come again. Work that
nobody waits for any more is not started; work under way asks `go_on` now and then and stops when
its time is up. While the event loop is late, work under way makes short pauses, so that people at
the tables are served first.

The threads are daemons, so that an idle one does not keep the process alive. At its end those at
work are given a moment: a thread must not be stopped inside a kernel.
"""

from __future__ import annotations

import asyncio
import atexit
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from queue import SimpleQueue
from time import monotonic, sleep
from typing import TypeVar
from weakref import WeakSet

from funicular.live.admission.causes import Cause
from funicular.live.admission.fair_queue import FairQueue, Ticket
from funicular.live.admission.figures import QueueFigures
from funicular.live.refusals import Busy

T = TypeVar("T")

# The event loop notes this often that it turns, while there is work.
BEAT_SECONDS = 0.01
# After this long without that note it is late, and each step of the work is followed by a pause.
LATE_SECONDS = 0.05
PAUSE_SECONDS = 0.0002
# At the end of the process, for work under way.
LAST_SECONDS = 10.0


class GivenUp(Exception):
    """Raised by `go_on` inside work whose result nobody will use."""


class _Job:
    """A piece of work in a thread, and the turn that waits for it."""

    def __init__(self, turn: WorkerTurn, work: Callable[[], object]) -> None:
        self.turn = turn
        self.work = work
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[None] = self.loop.create_future()
        self.given_up = False

    def do(self) -> None:
        """Do the work in this thread, and tell the event loop how it ended."""
        error: BaseException | None = None
        _here.job = self
        try:
            self.work()
        except BaseException as raised:  # noqa: BLE001 - it is raised again where it is awaited
            error = raised
        finally:
            _here.job = None
        try:
            self.loop.call_soon_threadsafe(self._settle, error)
        except RuntimeError:
            # The loop is closed: nobody waits, and nothing else of this pool goes on.
            self.turn.ended(self)

    def _settle(self, error: BaseException | None) -> None:
        self.turn.ended(self)
        if self.future.done():
            return
        if error is None:
            self.future.set_result(None)
        elif isinstance(error, Exception) and not isinstance(error, StopIteration):
            self.future.set_exception(error)
        else:
            self.future.set_exception(RuntimeError(repr(error)))


class _Here(threading.local):
    """The job that the current thread does."""

    job: _Job | None = None


_here = _Here()


def go_on() -> None:
    """Called between two steps of long work: raises `GivenUp` once nobody waits for the result.

    Outside a pool it does nothing.
    """
    job = _here.job
    if job is None:
        return
    now = monotonic()
    if job.given_up or now > job.turn.until:
        raise GivenUp
    if now - job.turn.pool.beat > LATE_SECONDS:
        sleep(PAUSE_SECONDS)


class WorkerTurn:
    """A turn in a pool: its holder reads what it needs, and has work done in a thread."""

    def __init__(self, pool: WorkerPool, ticket: Ticket, until: float) -> None:
        """Take the ticket of the queue, and when time is up."""
        self.pool = pool
        self.until = until
        self._ticket = ticket
        self._over = False
        # Those that a thread has, awaited or not.
        self._jobs: set[_Job] = set()

    async def run(self, work: Callable[..., T], *arguments: object) -> T:
        """The result of this work, done in a thread; `Busy` if it takes too long."""
        results: list[T] = []
        job = _Job(self, lambda: results.append(work(*arguments)))
        self._jobs.add(job)
        self.pool.hand(job)
        try:
            await job.future
        except GivenUp:
            raise self.pool.busy() from None
        finally:
            job.given_up = True
        return results[0]

    def ended(self, job: _Job) -> None:
        """The thread has done with this one."""
        self._jobs.discard(job)
        self.pool.jobs.discard(job)
        self._give_back()

    def end(self) -> None:
        """Nobody waits any more: the turn is another's as soon as no thread works for it."""
        self._over = True
        self._give_back()

    def _give_back(self) -> None:
        if self._over and not self._jobs:
            self.pool.queue.leave(self._ticket)


class WorkerPool:
    """A few threads, and turns to use them."""

    def __init__(self, figures: QueueFigures) -> None:
        """Begin with nothing to do; threads are started when they are first needed."""
        self.name = figures.name
        self.seconds = figures.seconds
        self.queue = FairQueue(figures)
        # Those that threads have.
        self.jobs: set[_Job] = set()
        self._handed: SimpleQueue[_Job | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        _pools.add(self)
        # When the event loop last came round to us.
        self.beat = 0.0
        self._beats_in: asyncio.AbstractEventLoop | None = None

    @property
    def waiting(self) -> int:
        """How many wait for a turn."""
        return self.queue.waiting

    @property
    def running(self) -> int:
        """How many pieces of work are under way."""
        return len(self.jobs)

    @property
    def oldest_wait(self) -> float:
        """The longest that a network with people now waits for a turn, in seconds."""
        return self.queue.oldest_wait

    @asynccontextmanager
    async def turn(self, cause: Cause) -> AsyncIterator[WorkerTurn]:
        """Wait for a turn, and have it; `Busy` if there is none, or if its time is up.

        When the one that has it is cancelled, work under way is given up.
        """
        until = monotonic() + self.seconds
        turn = WorkerTurn(self, await self.queue.enter(cause), until)
        try:
            async with asyncio.timeout(until - monotonic()) as limit:
                yield turn
        except TimeoutError:
            if limit.expired():
                raise self.busy() from None
            raise
        finally:
            turn.end()

    async def run(self, cause: Cause, work: Callable[..., T], *arguments: object) -> T:
        """The result of this work, in a turn of its own."""
        async with self.turn(cause) as turn:
            return await turn.run(work, *arguments)

    def hand(self, job: _Job) -> None:
        """Hand a piece of work to a thread: there is one for every turn."""
        self.jobs.add(job)
        if len(self._threads) < len(self.jobs):
            name = f"pool-{self.name}"
            self._threads.append(threading.Thread(target=self._work, name=name, daemon=True))
            self._threads[-1].start()
        self._handed.put(job)
        if self._beats_in is not job.loop:
            self._beat(job.loop)

    def busy(self) -> Busy:
        """The refusal of one that finds no turn here."""
        return self.queue.busy()

    def close(self) -> None:
        """Take no more work, and give up what waits and what is under way."""
        self.queue.close()
        for job in self.jobs:
            job.given_up = True
            if not job.future.done():
                job.future.set_exception(self.busy())
        for _ in self._threads:
            self._handed.put(None)

    def end(self, until: float) -> None:
        """Wait for the threads to end, when the process does."""
        for job in list(self.jobs):
            job.given_up = True
        for _ in self._threads:
            self._handed.put(None)
        for thread in self._threads:
            thread.join(max(0.0, until - monotonic()))

    def _beat(self, loop: asyncio.AbstractEventLoop) -> None:
        """Note that the event loop turns, again and again while there is work."""
        self.beat = monotonic()
        self._beats_in = loop if self.jobs else None
        if self._beats_in is not None:
            loop.call_later(BEAT_SECONDS, self._beat, loop)

    def _work(self) -> None:
        while (job := self._handed.get()) is not None:
            job.do()


_pools: WeakSet[WorkerPool] = WeakSet()


@atexit.register
def _end_all() -> None:
    until = monotonic() + LAST_SECONDS
    for pool in list(_pools):
        pool.end(until)
