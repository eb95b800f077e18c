"""A line in front of a pool: requests that wait their turn and hold nothing meanwhile.

A pool refuses early, since each of its jobs holds what it works on. Many people may want something
small at one moment; refused, they would all ask again and again, which costs more than the work. In
a line they wait, the first who came first, and load what they need when it is their turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

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


class WaitingLines:
    """A line for each address, one at a time: whoever asks for much waits behind themselves."""

    def __init__(self, *, most: int, seconds: float) -> None:
        """`most` of each address may wait, each for `seconds`."""
        self._most = most
        self._seconds = seconds
        # For as long as somebody is in them.
        self._lines: WeakValueDictionary[str, WaitingLine] = WeakValueDictionary()

    def __len__(self) -> int:
        """How many addresses have somebody in their line."""
        return len(self._lines)

    @property
    def waiting(self) -> int:
        """How many wait, of all addresses."""
        return sum(line.waiting for line in list(self._lines.values()))

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait for the turn of this address; `Refusal` as in a `WaitingLine`."""
        new = WaitingLine(at_once=1, most=self._most, seconds=self._seconds)
        line = self._lines.setdefault(address, new)
        async with line.turn():
            yield
