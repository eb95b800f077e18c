"""A line in front of a pool: requests that wait their turn and hold nothing meanwhile.

A pool refuses early, since each of its jobs holds what it works on. Many people may want something
small at one moment; refused, they would all ask again and again, which costs more than the work. In
a line they wait, the first who came first, and load what they need when it is their turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from funicular.live.refusals import Refusal


class WaitingLine:
    """A few at once, the others in the order in which they came, none for too long."""

    def __init__(self, *, at_once: int, most: int, seconds: float) -> None:
        """`most` may wait, each for `seconds`."""
        self._turn = asyncio.Semaphore(at_once)
        self._most = most
        self._seconds = seconds
        self.waiting = 0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for one's turn; `Refusal` ("busy") if too many wait, or it does not come in time."""
        if self.waiting >= self._most:
            raise Refusal("busy", "serve.overloaded")
        self.waiting += 1
        try:
            async with asyncio.timeout(self._seconds):
                await self._turn.acquire()
        except TimeoutError:
            raise Refusal("busy", "serve.overloaded") from None
        finally:
            self.waiting -= 1
        try:
            yield
        finally:
            self._turn.release()
