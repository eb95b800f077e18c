"""Bots think off the event loop, and all they ever get is a view.

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
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor

from funicular.bots.levels import bot
from funicular.core.game import View
from funicular.live.logs import crash
from funicular.live.refusals import Refusal
from funicular.native import COMPILED
from funicular.review.hint import Hint
from funicular.review.turn_hint import turn_hint

# A judgement needs no search and is good enough for anybody, should a bot fail.
FALLBACK_LEVEL = "casual"
# Hints that may wait for their turn; there are always more workers than the one they share.
MOST_HINTS_WAITING = 8


class BotPool:
    """Where bots think."""

    def __init__(self) -> None:
        """Make the pool; its workers are started when they are first needed."""
        workers = max(2, os.cpu_count() or 2)
        self._pool: Executor
        if COMPILED:
            self._pool = ThreadPoolExecutor(workers, thread_name_prefix="bot")
        else:
            # Not forked: a fork would take the event loop's threads and locks along.
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(workers, spawn, initializer=_end_with_the_server)
        self._hinting = asyncio.Semaphore(1)
        self._hints = 0

    async def move(self, level: str, view: View, seed: int | None = None) -> str:
        """The move that a bot of this level makes, as text; some legal move, whatever happens.

        With a seed its random numbers begin with it, so that it plays the same every time.
        """
        for each in (level, FALLBACK_LEVEL):
            try:
                return await self.answer(
                    each, view, secrets.randbits(128) if seed is None else seed
                )
            except Exception:  # noqa: BLE001 - whatever a bot does, the table goes on
                crash("bot-failed", bot=each, game=view.setup.name)
        return str(view.legal_moves()[0])

    async def answer(self, level: str, view: View, seed: int) -> str:
        """The move that this bot makes with these random numbers; raises whatever it raises."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, _choose, level, view, seed)

    async def hint(self, view: View, deal: int, turn: int) -> Hint:
        """The hint for this decision, after those asked for before; `Refusal` if many wait.

        One at a time: at least one worker is left to the bots.
        """
        if self._hints > MOST_HINTS_WAITING:
            raise Refusal("busy", "serve.overloaded")
        self._hints += 1
        try:
            async with self._hinting:
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._pool, turn_hint, view, deal, turn)
        finally:
            self._hints -= 1

    def close(self) -> None:
        """Let go of the workers; nobody waits for those that still think."""
        self._pool.shutdown(wait=False, cancel_futures=True)


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
