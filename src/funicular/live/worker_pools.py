"""Bounded pools of threads for work that a visitor can cause: loading tables, replays, uploads.

Each kind of work has a pool of its own, so that one kind cannot hold up another. A pool has few
threads, a queue of limited length and a deadline. When the queue is full or the deadline has
passed, the visitor is told that the server is busy. Work that nobody waits for any more is not
started; work under way asks `go_on` now and then and stops when its time is up. While the event
loop is late, work under way makes short pauses, so that people at the tables are served first.

The threads are daemons: the end of the process does not wait for them.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from time import monotonic, sleep
from typing import Any, TypeVar

from funicular.live.refusals import Refusal

T = TypeVar("T")

# The event loop notes this often that it turns, while there is work.
BEAT_SECONDS = 0.01
# After this long without that note it is late, and each step of the work is followed by a pause.
LATE_SECONDS = 0.05
PAUSE_SECONDS = 0.0002


class GivenUp(Exception):
    """Raised by `go_on` inside work whose result nobody will use."""


class _Job:
    """A piece of work and the request that waits for it."""

    def __init__(self, pool: Pool, work: Callable[[], Any], seconds: float) -> None:
        self.pool = pool
        self.work = work
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.since = monotonic()
        self.until = self.since + seconds
        self.given_up = False

    def do(self) -> None:
        """Do the work in this thread, and hand the result to the event loop."""
        result: Any = None
        error: BaseException | None = None
        _here.job = self
        try:
            result = self.work()
        except BaseException as raised:  # noqa: BLE001 - it is raised again where it is awaited
            error = raised
        finally:
            _here.job = None
        # A closed loop means that nobody waits.
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self._settle, result, error)

    def _settle(self, result: object, error: BaseException | None) -> None:
        if self.future.done():
            return
        if error is None:
            self.future.set_result(result)
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
    if job.given_up or now > job.until:
        raise GivenUp
    if now - job.pool.beat > LATE_SECONDS:
        sleep(PAUSE_SECONDS)


class Pool:
    """A few threads, a queue of limited length, and a deadline."""

    def __init__(
        self, name: str, *, threads: int = 1, most: int = 32, seconds: float = 10.0
    ) -> None:
        """`most` jobs may wait; each has `seconds` from when it is asked for to its result."""
        self.name = name
        self.seconds = seconds
        self._most = most
        self._threads = threads
        self._started = 0
        self._idle = 0
        self._running: set[_Job] = set()
        self._queue: deque[_Job] = deque()
        self._changed = threading.Condition()
        self._closed = False
        # When the event loop last came round to us.
        self.beat = 0.0
        self._beats_in: asyncio.AbstractEventLoop | None = None

    @property
    def waiting(self) -> int:
        """How many jobs wait for a thread."""
        return len(self._queue)

    @property
    def running(self) -> int:
        """How many jobs are under way."""
        return len(self._running)

    @property
    def oldest_wait(self) -> float:
        """For how many seconds the first job of the queue has waited; 0 where none waits."""
        with self._changed:
            return monotonic() - self._queue[0].since if self._queue else 0.0

    async def run(self, work: Callable[..., T], *arguments: object) -> T:
        """The result of this work, done in a thread of the pool.

        `Refusal` ("busy") if too many wait already, or if it takes too long. When the request that
        awaits it is cancelled, the work is given up.
        """
        job = _Job(self, lambda: work(*arguments), self.seconds)
        self._put(job)
        if self._beats_in is not job.loop:
            self._beat(job.loop)
        timer = job.loop.call_later(self.seconds, _too_late, job)
        try:
            result: T = await job.future
        except GivenUp:
            raise _busy() from None
        finally:
            timer.cancel()
            self._drop(job)
        return result

    def _beat(self, loop: asyncio.AbstractEventLoop) -> None:
        """Note that the event loop turns, again and again while there is work."""
        self.beat = monotonic()
        self._beats_in = loop if self._queue or self._running else None
        if self._beats_in is not None:
            loop.call_later(BEAT_SECONDS, self._beat, loop)

    def close(self) -> None:
        """Take no more work, and give up what waits and what is under way."""
        with self._changed:
            self._closed = True
            jobs = [*self._queue, *self._running]
            self._queue.clear()
            self._changed.notify_all()
        for job in jobs:
            job.given_up = True
            with suppress(RuntimeError):
                job.loop.call_soon_threadsafe(_too_late, job)

    def _put(self, job: _Job) -> None:
        with self._changed:
            if self._closed or len(self._queue) >= self._most:
                raise _busy()
            self._queue.append(job)
            self._changed.notify()
            if self._idle < len(self._queue) and self._started < self._threads:
                self._started += 1
                threading.Thread(target=self._work, name=f"pool-{self.name}", daemon=True).start()

    def _drop(self, job: _Job) -> None:
        """Nobody waits for this job any more: take it out of the queue, or stop it."""
        job.given_up = True
        with self._changed, suppress(ValueError):
            self._queue.remove(job)

    def _work(self) -> None:
        while (job := self._next()) is not None:
            if not job.given_up:
                job.do()
            with self._changed:
                self._running.discard(job)

    def _next(self) -> _Job | None:
        with self._changed:
            while not self._queue:
                if self._closed:
                    return None
                self._idle += 1
                self._changed.wait()
                self._idle -= 1
            job = self._queue.popleft()
            self._running.add(job)
            return job


def _too_late(job: _Job) -> None:
    if not job.future.done():
        job.future.set_exception(_busy())


def _busy() -> Refusal:
    return Refusal("busy", "serve.overloaded")
