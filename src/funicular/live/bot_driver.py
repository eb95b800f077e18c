"""Driving bots and the clock: bots play their own seats, and those of people away or out of time.

Of all servers that have the table only one does so, the one that leads it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic

from funicular.bots.levels import level_of
from funicular.challenge.answers import answer_seed_at
from funicular.core.game import View
from funicular.live.audience import Audience
from funicular.live.pace import APART_SECONDS, LATE_SECONDS, due_at, pause_of, within_pause
from funicular.live.room_context import RoomContext
from funicular.live.turn_clock import TurnClock
from funicular.table import commands as ask
from funicular.table.presence import Presence
from funicular.table.table import Table
from funicular.table.wire import Running

# Called with what a bot wants to play, and in which seat.
PlayBot = Callable[[int, ask.MakeMove], Awaitable[None]]
# Called when there is something to do though nobody has done anything.
LookAgain = Callable[[], Awaitable[None]]


class BotDriver:
    """The bots that think at one table, its clocks, and the timer that looks at it again."""

    def __init__(
        self, context: RoomContext, audience: Audience, play: PlayBot, look_again: LookAgain
    ) -> None:
        """Take where bots think, for whom, what to do with a move, and when a time has come."""
        # None before it is known that the table has one, as most have not.
        self._clock: TurnClock | None = None
        self._context = context
        self._audience = audience
        self._play = play
        self._look_again = look_again
        self._timer: asyncio.Task[None] | None = None
        # Each with its turn, and whether anybody was there when it began to think.
        self._thinking: dict[int, tuple[tuple[int, bool], asyncio.Task[None]]] = {}
        # When they may make the next move.
        self._due = 0.0

    @property
    def busy(self) -> bool:
        """Whether any of them thinks."""
        return bool(self._thinking)

    def wait(self, seconds: float) -> None:
        """Let what lies on the table lie there for this long."""
        self._due = monotonic() + seconds

    def look_at_clock(self, table: Table) -> None:
        """See whose turn it is after a change, where turns are timed."""
        if table.opened.clock is not None:
            self._clock = self._clock or TurnClock()
            self._clock.look(table)

    def running(self) -> tuple[Running, ...]:
        """Every clock of this moment."""
        return () if self._clock is None else self._clock.running()

    def spent(self, seat: int | None) -> float:
        """Seconds of this seat's turn that are gone."""
        return 0.0 if self._clock is None else self._clock.spent(seat)

    def drive(self, table: Table, presence: Presence, wait: float | None, *, leads: bool) -> None:
        """After a change: let bots think, and look again when the next time comes.

        `wait` is in how many seconds to look at the latest; None if nothing is expected. Whether
        bots and clocks are run here is `leads`; they stand still once all have been away for long.
        """
        leads = leads and not self._audience.gone
        left = {} if self._clock is None or not leads else self._clock.left(table)
        seats: set[int] = set()
        if leads and table.paused is None:
            for seat in table.to_act:
                if table.bot_plays(seat) or seat in presence.kept or left.get(seat, 1.0) <= 0:
                    seats.add(seat)
        if seats or self._thinking:
            self.wake(table, seats)
        if left:
            # A seat whose time has run out since then is looked at again at once.
            waits = [max(0.0, each) for seat, each in left.items() if seat not in seats]
            wait = min(waits if wait is None else [*waits, wait], default=None)
        if wait is not None or self._timer is not None:
            self._set_timer(wait)

    def look_soon(self) -> None:
        """Look at the table again at once."""
        self._set_timer(0.0)

    def _set_timer(self, wait: float | None) -> None:
        if self._timer is not None and self._timer is not asyncio.current_task():
            self._timer.cancel()
        self._timer = None if wait is None else asyncio.create_task(self._look_after(wait))

    async def _look_after(self, wait: float) -> None:
        await asyncio.sleep(wait)
        await self._look_again()

    def wake(self, table: Table, seats: set[int]) -> None:
        """Let these think, each once for its turn; call back those whose turn it no longer is.

        Who waits behind all tables with people begins anew once somebody is here.
        """
        attended = self._audience.attended
        due = {seat: table.turns[seat] for seat in seats}
        for seat, ((turn, was_attended), task) in list(self._thinking.items()):
            if due.get(seat) != turn or (attended and not was_attended):
                task.cancel()
                del self._thinking[seat]
        for seat, turn in due.items():
            if seat not in self._thinking:
                task = asyncio.create_task(self._think(table, seat, turn))
                self._thinking[seat] = ((turn, attended), task)

    def done(self, seat: int) -> None:
        """This one has played, or could not."""
        self._thinking.pop(seat, None)

    def close(self) -> None:
        """Call all of them back, and look no more."""
        if self._timer is not None:
            self._timer.cancel()
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
        name = level_of(level)
        pause, bot = self._context.bot_pause, level
        if pause is None:
            pause = pause_of(name, view)
            # A budget of playouts is kept whatever the time: everybody gets the same answer.
            bot = level if name != level else within_pause(level, view)
        bot_pool = self._context.bot_pool
        cause = self._audience.cause(bot_pool.searches.queue)
        move = await bot_pool.move(cause, bot, view, _answer_seed(table, seat))
        planned = max(began + pause, self._due)
        due = due_at(planned + seat * APART_SECONDS, monotonic()) if pause else planned
        self._context.metrics.bot_moved(late=due > planned + LATE_SECONDS / 2)
        await asyncio.sleep(max(0.0, due - monotonic()))
        await self._play(seat, ask.MakeMove(move, turn))


def _answer_seed(table: Table, seat: int) -> int | None:
    """At a challenge, what a bot's random numbers begin with; None where they are nobody's."""
    if table.challenge is None:
        return None
    return answer_seed_at(table.seed, table.match.states, seat)
