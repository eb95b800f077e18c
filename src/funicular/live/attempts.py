"""Writing a decision to the log of a table that other servers may write to as well.

    async for attempt in table_log.attempts(asked, sure=True):
        async with attempt:
            await attempt.commit(decide(table_log.table, ...))

The body is run once, nearly always. It is run again after another server's rows were read: when
they took the number that ours was to have, or when the body was about to refuse and the news may
make the difference. It is not run again once the log has the command.
"""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING

from funicular.core.errors import FunicularError
from funicular.store.log import Conflict, Fence, Fenced, StoreFailed
from funicular.table.decision import Decision

if TYPE_CHECKING:
    from funicular.live.table_log import TableLog

# How often other servers may be faster before the caller is told.
MOST_ATTEMPTS = 200

# Who asked, and the id they gave it.
Asked = tuple[str, str]


class Attempts:
    """The attempts to write one decision; iterated, and entered for each attempt."""

    def __init__(
        self,
        table_log: TableLog,
        asked: Asked | None,
        *,
        fence: Fence | None,
        closed: bool,
        sure: bool,
    ) -> None:
        """Take the log and the command; `TableLog.attempts` says what the others mean."""
        self._log = table_log
        self._asked = asked
        self._fence = fence
        self._closed = closed
        self._sure = sure
        self._tries = 0
        self._over = False
        self._tried: Decision | None = None
        # What was written, perhaps nothing at all; None if the log had the command already.
        self.decision: Decision | None = None

    def __aiter__(self) -> Attempts:
        """Begin."""
        return self

    async def __anext__(self) -> Attempts:
        """Another attempt, unless one has succeeded; `Conflict` after too many."""
        if self._over:
            raise StopAsyncIteration
        if self._tries == MOST_ATTEMPTS:
            raise Conflict("store.conflict")
        self._tries += 1
        return self

    async def __aenter__(self) -> None:
        """Decide within."""
        self._tried = None

    async def commit(self, decision: Decision) -> None:
        """Write what was decided; `Conflict` if another server was faster."""
        if decision.entries:
            await self._log.append(
                decision.entries, self._asked, fence=self._fence, closed=self._closed
            )
        self._tried = decision

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> bool:
        """Look at what became of it; whether its error was dealt with."""
        if error is None:
            await self._look_at(self._tried or Decision())
            return True
        if isinstance(error, Fenced | StoreFailed) or not isinstance(error, FunicularError):
            return False
        if isinstance(error, Conflict):
            await self._log.catch_up()
        elif not await self._log.has_news() and not await self._log.was_done(self._asked):
            return False
        self._over = await self._log.was_done(self._asked)
        return True

    async def _look_at(self, decision: Decision) -> None:
        """End with this decision, unless it is "do nothing" and there is news to decide by."""
        if decision.entries:
            self._over, self.decision = True, decision
            return
        # To do nothing for a guest is an answer too, and may be as old as our news.
        news = self._sure and await self._log.has_news()
        done = await self._log.was_done(self._asked)
        self._over = done or not news
        self.decision = None if done or news else decision
