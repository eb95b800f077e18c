"""Letting bots play: their own seats, those of people who are away, and of who is out of time.

Of all servers that have the table only one does so, the one that leads it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic

from funicular.core.game import View
from funicular.live.bot_pool import BotPool
from funicular.live.metrics import Metrics
from funicular.live.pace import APART_SECONDS, LATE_SECONDS, due_at, pause_of, within_pause
from funicular.table import commands as ask
from funicular.table.table import Table

# What a bot wants to play, in which seat.
Wish = Callable[[int, ask.Play], Awaitable[None]]


class BotDriver:
    """The bots that think at one table."""

    def __init__(
        self, bot_pool: BotPool, play: Wish, metrics: Metrics, pause: float | None = None
    ) -> None:
        """Take where they think, and what to do with a move.

        `pause` is how long after the beginning of its turn a bot plays, in seconds; None for what
        its game and level need.
        """
        self._thinkers = bot_pool
        self._play = play
        self._metrics = metrics
        self._pause = pause
        self._thinking: dict[int, tuple[int, asyncio.Task[None]]] = {}
        # When they may make the next move.
        self._due = 0.0

    @property
    def busy(self) -> bool:
        """Whether any of them thinks."""
        return bool(self._thinking)

    def wait(self, seconds: float) -> None:
        """Let what lies there lie for so long."""
        self._due = monotonic() + seconds

    def wake(self, table: Table, seats: set[int]) -> None:
        """Let these think, each once for its turn; call back those whose turn it no longer is."""
        due = {seat: table.turns[seat] for seat in seats}
        for seat, (turn, task) in list(self._thinking.items()):
            if due.get(seat) != turn:
                task.cancel()
                del self._thinking[seat]
        for seat, turn in due.items():
            if seat not in self._thinking:
                task = asyncio.create_task(self._think(table, seat, turn))
                self._thinking[seat] = (turn, task)

    def done(self, seat: int) -> None:
        """This one has played, or could not."""
        self._thinking.pop(seat, None)

    def close(self) -> None:
        """Call all of them back."""
        for _, task in self._thinking.values():
            task.cancel()
        self._thinking.clear()

    async def _think(self, table: Table, seat: int, turn: int) -> None:
        """Think, wait until people have seen what lies there, and play.

        The moment follows from what all know, not from how long the thinking took.
        """
        began = monotonic()
        level = table.places[seat].level or table.opened.level
        view: View = table.match.states[-1].view(seat)
        if self._pause is None:
            pause, thinker = pause_of(level, view), within_pause(level, view)
        else:
            pause, thinker = self._pause, level
        move = await self._thinkers.move(thinker, view)
        planned = max(began + pause, self._due)
        due = due_at(planned + seat * APART_SECONDS, monotonic()) if pause else planned
        self._metrics.bot_moved(late=due > planned + LATE_SECONDS / 2)
        await asyncio.sleep(max(0.0, due - monotonic()))
        await self._play(seat, ask.Play(move, turn))
