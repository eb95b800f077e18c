"""The timers of one connection, by name: starting one again moves its time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Timers:
    """Those that run."""

    __slots__ = ("_loop", "_running")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin with none."""
        self._loop = loop
        self._running: dict[str, asyncio.TimerHandle] = {}

    def __contains__(self, name: str) -> bool:
        """Whether this one was started, and not stopped since."""
        return name in self._running

    def start(self, name: str, seconds: float, late: Callable[[], None]) -> None:
        """Call `late` in this many seconds, unless it is stopped or started again before."""
        self.stop(name)
        self._running[name] = self._loop.call_later(seconds, late)

    def watch(
        self,
        name: str,
        seconds: float,
        progress: Callable[[], int],
        least: int,
        late: Callable[[], None],
    ) -> None:
        """Call `late` once `progress` has grown by less than `least` in this many seconds."""
        mark = progress()

        def look() -> None:
            if progress() < mark + least:
                late()
            else:
                self.watch(name, seconds, progress, least, late)

        self.start(name, seconds, look)

    def stop(self, name: str) -> None:
        """Do not call it."""
        timer = self._running.pop(name, None)
        if timer is not None:
            timer.cancel()

    def stop_all(self) -> None:
        """Call none of them."""
        for name in tuple(self._running):
            self.stop(name)
