"""Bots think off the event loop, and all they ever get is a view.

Turns go round by who plays with them, so that many tables of one address wait behind each other.
A bot answers within a bounded time whatever else there is to do: one that has waited for its turn
thinks for a moment only, and one that finds no turn plays by a policy, which takes a millisecond.
Only the bots of a challenge wait until they can think as they have to.

The compiled kernels let go of the interpreter, so threads are enough for them; in pure Python it
takes processes.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import secrets
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from time import monotonic
from typing import TypeVar

from funicular.bots.levels import SEARCHERS, bot, level_of
from funicular.core.game import View
from funicular.live.admission.causes import Cause
from funicular.live.admission.figures import (
    BOTS,
    HURRIED_AFTER_SECONDS,
    HURRIED_MILLISECONDS,
    POLICIES,
)
from funicular.live.admission.worker_pool import WorkerPool
from funicular.live.logs import crash
from funicular.live.refusals import Busy
from funicular.native import COMPILED
from funicular.review.hint import Hint
from funicular.review.turn_hint import turn_hint

# A judgement needs no search and is good enough for anybody, should a bot fail.
FALLBACK_LEVEL = "casual"

T = TypeVar("T")


class BotPool:
    """Where bots think."""

    def __init__(self) -> None:
        """Make the pools; their workers are started when they are first needed."""
        self.searches = WorkerPool(BOTS)
        self.policies = WorkerPool(POLICIES)
        self._processes: Executor | None = None
        if not COMPILED:
            # Not forked: a fork would take the event loop's threads and locks along.
            spawn = multiprocessing.get_context("spawn")
            self._processes = ProcessPoolExecutor(
                BOTS.at_once, spawn, initializer=_end_with_the_server
            )

    async def move(self, cause: Cause, level: str, view: View, seed: int | None = None) -> str:
        """The move that a bot of this level makes, as text; some legal move, whatever happens.

        With a seed its random numbers begin with it, so that it plays the same every time.
        """
        for each in (level, FALLBACK_LEVEL):
            try:
                if seed is not None:
                    return await self.sure_answer(cause, each, view, seed)
                return await self._answer(cause, each, view, secrets.randbits(128), hurries=True)
            except Busy:
                continue
            except Exception:  # noqa: BLE001 - whatever a bot does, the table goes on
                crash("bot-failed", bot=each, game=view.setup.name)
        return str(view.legal_moves()[0])

    async def answer(self, cause: Cause, level: str, view: View, seed: int) -> str:
        """The move that this bot makes with these random numbers; raises whatever it raises."""
        return await self._answer(cause, level, view, seed, hurries=False)

    async def sure_answer(self, cause: Cause, level: str, view: View, seed: int) -> str:
        """The same, however long it takes until there is a turn."""
        while True:
            try:
                return await self.answer(cause, level, view, seed)
            except Busy as busy:
                await asyncio.sleep(busy.wait or 1)

    async def hint(self, cause: Cause, view: View, deal: int, turn: int) -> Hint:
        """The hint for this decision; `Busy` if there is no turn for it."""
        return await self.searches.run(cause, self._done, turn_hint, view, deal, turn)

    async def _answer(
        self, cause: Cause, level: str, view: View, seed: int, *, hurries: bool
    ) -> str:
        if level_of(level) not in SEARCHERS:
            return await self.policies.run(cause, _choose, level, view, seed)
        late = monotonic() + HURRIED_AFTER_SECONDS if hurries else None
        return await self.searches.run(cause, self._search, level, late, view, seed)

    def _search(self, level: str, late: float | None, view: View, seed: int) -> str:
        """The turn has come: choose a move, quickly if it is late."""
        if late is not None and monotonic() > late:
            level = f"{level_of(level)}@{HURRIED_MILLISECONDS}ms"
        return self._done(_choose, level, view, seed)

    def _done(self, work: Callable[..., T], *arguments: object) -> T:
        """Do this here, or in pure Python in a process of its own, and wait for it."""
        if self._processes is None:
            return work(*arguments)
        return self._processes.submit(work, *arguments).result()

    def close(self) -> None:
        """Let go of the workers; nobody waits for those that still think."""
        self.searches.close()
        self.policies.close()
        if self._processes is not None:
            self._processes.shutdown(wait=False, cancel_futures=True)


def _end_with_the_server() -> None:
    """Ctrl-C reaches workers too, but it is the server that ends them, even when it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow_the_server, daemon=True).start()


def _follow_the_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def _choose(level: str, view: View, seed: int) -> str:
    return str(bot(level).choose(view, random.Random(seed)))
