"""An end that comes in time: every phase of stopping has a deadline, and the whole has one too.

What was acknowledged is safe before it is acknowledged, so nothing is lost by an end that comes
early. What had to be given up is written down.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections.abc import Awaitable, Callable, Coroutine

from funicular.core.errors import FunicularError
from funicular.lang import Reader
from funicular.live.logs import log

# From the signal to the end, whatever happens.
LIMIT_SECONDS = 9.0
# After a second signal.
HURRIED_SECONDS = 2.0
# Clients that have been told to come back later have this long to go.
CONNECTIONS_SECONDS = 3.0
# The tasks that look after the tables, the farewell to other servers, the last writes.
TASKS_SECONDS = 1.0
FAREWELL_SECONDS = 1.5
STORE_SECONDS = 3.0


class Shutdown:
    """How far the end has come, and what was given up on the way."""

    def __init__(self) -> None:
        """Begin long before the end."""
        self.given_up: list[str] = []
        # What the end waits for just now.
        self.phase = "connections"
        self._timer: threading.Timer | None = None

    def begin(self, seconds: float = LIMIT_SECONDS) -> None:
        """End the process in this many seconds at the latest, even if it hangs."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = threading.Timer(seconds, self._end)
        self._timer.daemon = True
        self._timer.start()

    def over(self) -> None:
        """All is done but what threads still do, which matters to nobody."""
        self.phase = "threads"
        if self.given_up:
            log("stopped", gave_up=", ".join(self.given_up))
        else:
            log("stopped")

    async def wait(self, phase: str, what: Awaitable[object], seconds: float) -> None:
        """Wait for this, but not for longer; what fails is written down."""
        self.phase = phase
        task = asyncio.ensure_future(what)
        done, _ = await asyncio.wait((task,), timeout=seconds)
        if not done:
            task.cancel()
            self.given_up.append(phase)
            return
        try:
            task.result()
        except (FunicularError, OSError) as error:
            self.given_up.append(phase)
            problem = error.say(Reader("en")) if isinstance(error, FunicularError) else str(error)
            log("not-ended", level=logging.WARNING, phase=phase, problem=problem)
        except asyncio.CancelledError:
            pass

    def _end(self) -> None:
        if self.phase != "threads":
            log("stopped", gave_up=", ".join([*self.given_up, self.phase]))
            os._exit(1)
        os._exit(0)


class Once:
    """Something that the first caller begins and all callers wait for."""

    def __init__(self, what: Callable[[], Coroutine[object, None, None]]) -> None:
        """Take what is to be done."""
        self._what = what
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> asyncio.Task[None]:
        """Begin it, unless it was begun."""
        if self._task is None:
            self._task = asyncio.create_task(self._what())
        return self._task


async def all_done(tasks: list[asyncio.Task[None]]) -> None:
    """Cancel these, and return when all have ended."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
