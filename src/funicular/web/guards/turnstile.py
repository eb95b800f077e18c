"""Lets only a few requests begin each time round the event loop, one address after the other.

However many connections ask at once, those that are playing get their turn in between: a request
takes about a millisecond, and nothing else happens in it. Addresses take turns, so that an address
with hundreds of requests in line holds up its own and hardly anybody else's.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque

EACH_ROUND = 4


class Turnstile:
    """The lines of requests, one for each address."""

    def __init__(self, each_round: int = EACH_ROUND) -> None:
        """Begin with nobody in line."""
        self._each_round = each_round
        self._passed = 0
        # The address whose turn it is comes first.
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._turning = False

    async def enter(self, address: str) -> None:
        """Wait for one's turn."""
        loop = asyncio.get_running_loop()
        if self._passed < self._each_round and not self._lines:
            self._passed += 1
            self._turn_later(loop)
            return
        turn = loop.create_future()
        self._lines.setdefault(address, deque()).append(turn)
        self._turn_later(loop)
        await turn

    def _turn_later(self, loop: asyncio.AbstractEventLoop) -> None:
        if not self._turning:
            self._turning = True
            loop.call_soon(self._turn, loop)

    def _turn(self, loop: asyncio.AbstractEventLoop) -> None:
        """A new round."""
        self._turning = False
        self._passed = 0
        while self._lines and self._passed < self._each_round:
            address, line = self._lines.popitem(last=False)
            turn = line.popleft()
            if line:
                self._lines[address] = line
            # Some have gone while they waited.
            if not turn.done():
                turn.set_result(None)
                self._passed += 1
        if self._lines or self._passed:
            self._turn_later(loop)
