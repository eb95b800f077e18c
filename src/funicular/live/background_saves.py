"""What a room keeps besides its log, without a player waiting for it: snapshots and records.

Nothing is lost if that fails: both can be made again from the log.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine

from funicular.core.errors import FunicularError
from funicular.lang import Reader
from funicular.live.logs import crash, log
from funicular.live.refusals import Refusal


class BackgroundSaves:
    """What is being kept of one table."""

    def __init__(self, table: str) -> None:
        """Begin with nothing."""
        self._table = table
        self._tasks: set[asyncio.Task[None]] = set()

    def soon(self, event: str, work: Coroutine[object, None, None]) -> None:
        """Keep something in the background; `event` is what the log calls its failure."""
        task = asyncio.create_task(self.now(event, work))
        # The event loop alone would let go of it.
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def now(self, event: str, work: Coroutine[object, None, None]) -> None:
        """Keep something, and write it down if that fails."""
        try:
            await work
        except Refusal:
            # The pool has too much to do: it is tried again later.
            return
        except FunicularError as error:
            problem = error.say(Reader("en"))
            log(event, level=logging.WARNING, table=self._table, problem=problem)
        except Exception:  # noqa: BLE001 - nobody waits for it who could be told
            crash(event, table=self._table)
