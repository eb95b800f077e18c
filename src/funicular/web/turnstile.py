"""Lets only a few requests begin each time round the event loop, in the order they came.

However many connections ask at once, those that are playing get their turn in between: a request
takes about a millisecond, and nothing else happens in it.
"""

from __future__ import annotations

import asyncio
from collections import deque

EACH_ROUND = 4


class Turnstile:
    """The line of requests."""

    def __init__(self, each_round: int = EACH_ROUND) -> None:
        """Begin with nobody in line."""
        self._each_round = each_round
        self._passed = 0
        self._line: deque[asyncio.Future[None]] = deque()
        self._turning = False

    async def enter(self) -> None:
        """Wait for one's turn."""
        loop = asyncio.get_running_loop()
        if self._passed < self._each_round and not self._line:
            self._passed += 1
        else:
            turn = loop.create_future()
            self._line.append(turn)
            self._turn_later(loop)
            await turn
            return
        self._turn_later(loop)

    def _turn_later(self, loop: asyncio.AbstractEventLoop) -> None:
        if not self._turning:
            self._turning = True
            loop.call_soon(self._turn, loop)

    def _turn(self, loop: asyncio.AbstractEventLoop) -> None:
        """A new round."""
        self._turning = False
        self._passed = 0
        while self._line and self._passed < self._each_round:
            turn = self._line.popleft()
            # Some have gone while they waited.
            if not turn.done():
                turn.set_result(None)
                self._passed += 1
        if self._line or self._passed:
            self._turn_later(loop)
