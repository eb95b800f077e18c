"""Pools: few threads, fair turns, and nothing done for a request that is gone."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest

from funicular.live.admission import worker_pool
from funicular.live.admission.causes import Cause
from funicular.live.admission.figures import QueueFigures
from funicular.live.admission.worker_pool import GivenUp, WorkerPool, go_on
from funicular.live.refusals import Refusal

PATIENCE = 60.0
ADA, BOB = Cause(("192.0.2.1",)), Cause(("192.0.2.2",))


class Gate:
    """Work that goes on only when it is let."""

    def __init__(self) -> None:
        self.started = threading.Event()
        self.open = threading.Event()

    def pass_through(self) -> str:
        self.started.set()
        assert self.open.wait(PATIENCE)
        return "through"


async def started(gate: Gate) -> None:
    await until(gate.started.is_set)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110 - a thread's doing, which no event tells of
            await asyncio.sleep(0.001)


def test_work_is_done_in_a_thread_of_the_pool_that_nobody_waits_for_at_the_end() -> None:
    async def use() -> threading.Thread:
        return await WorkerPool(QueueFigures("tables")).run(ADA, threading.current_thread)

    thread = asyncio.run(use())
    assert thread.name == "pool-tables"
    assert thread.daemon


def test_an_error_reaches_whoever_asked() -> None:
    def fail() -> None:
        raise LookupError("x")

    with pytest.raises(LookupError):
        asyncio.run(WorkerPool(QueueFigures("tables")).run(ADA, fail))


def test_a_full_queue_is_busy_and_says_how_long_it_is() -> None:
    async def use() -> None:
        pool, gate = WorkerPool(QueueFigures("replays", most=2)), Gate()
        first = asyncio.create_task(pool.run(ADA, gate.pass_through))
        await started(gate)
        others = [asyncio.create_task(pool.run(BOB, str, number)) for number in range(2)]
        await until(lambda: pool.waiting == 2)
        assert pool.oldest_wait > 0
        assert pool.running == 1
        with pytest.raises(Refusal) as refused:
            await pool.run(BOB, str, 3)
        assert refused.value.code == "busy"
        gate.open.set()
        assert await asyncio.gather(first, *others) == ["through", "0", "1"]
        assert (pool.waiting, pool.oldest_wait) == (0, 0.0)

    asyncio.run(use())


def test_work_whose_request_is_gone_is_never_started() -> None:
    async def use() -> None:
        pool, gate = WorkerPool(QueueFigures("replays")), Gate()
        done: list[str] = []
        first = asyncio.create_task(pool.run(ADA, gate.pass_through))
        await started(gate)
        gone = asyncio.create_task(pool.run(ADA, done.append, "gone"))
        await until(lambda: pool.waiting == 1)
        gone.cancel()
        await until(gone.done)
        assert pool.waiting == 0
        gate.open.set()
        await first
        await pool.run(ADA, done.append, "here")
        assert done == ["here"]

    asyncio.run(use())


def test_work_under_way_is_given_up_when_its_request_is_gone() -> None:
    async def use() -> None:
        pool, gate = WorkerPool(QueueFigures("uploads")), Gate()
        ended: list[str] = []

        def long() -> None:
            gate.started.set()
            try:
                while True:
                    go_on()
            except GivenUp:
                ended.append("given up")
                raise

        task = asyncio.create_task(pool.run(ADA, long))
        await started(gate)
        task.cancel()
        await until(lambda: bool(ended))

    asyncio.run(use())


def test_a_turn_is_another_s_only_when_its_thread_has_done() -> None:
    """Whoever goes away and comes again has no more work done at once than others."""

    async def use() -> None:
        pool, gate = WorkerPool(QueueFigures("bots")), Gate()
        gone = asyncio.create_task(pool.run(ADA, gate.pass_through))
        await started(gate)
        gone.cancel()
        await until(gone.done)
        again = asyncio.create_task(pool.run(ADA, str, 1))
        await asyncio.sleep(0)
        assert (pool.running, pool.waiting) == (1, 1)
        gate.open.set()
        assert await again == "1"
        await until(lambda: pool.running == 0)

    asyncio.run(use())


def test_in_a_turn_one_reads_and_works_as_often_as_needed() -> None:
    async def use() -> None:
        pool = WorkerPool(QueueFigures("replays"))
        async with pool.turn(ADA) as turn:
            first = await turn.run(str, 1)
            waits = asyncio.create_task(pool.run(BOB, str, 3))
            await asyncio.sleep(0)
            assert pool.waiting == 1
            second = await turn.run(str, 2)
        assert (first, second, await waits) == ("1", "2", "3")

    asyncio.run(use())


def test_a_passed_deadline_is_busy_and_ends_the_work() -> None:
    async def use() -> None:
        pool = WorkerPool(QueueFigures("uploads", seconds=0.01))

        def endless() -> None:
            while True:
                go_on()

        with pytest.raises(Refusal) as refused:
            await pool.run(ADA, endless)
        assert refused.value.code == "busy"
        await until(lambda: pool.running == 0)

    asyncio.run(use())


def test_a_closed_pool_gives_up_what_waits_and_what_is_under_way() -> None:
    async def use() -> None:
        pool, gate = WorkerPool(QueueFigures("tables")), Gate()
        tasks = [asyncio.create_task(pool.run(ADA, gate.pass_through)) for _ in range(2)]
        await started(gate)
        await until(lambda: pool.waiting == 1)
        pool.close()
        for task in tasks:
            with pytest.raises(Refusal):
                await task
        with pytest.raises(Refusal):
            await pool.run(ADA, str)
        gate.open.set()

    asyncio.run(use())


def test_go_on_outside_a_pool_does_nothing() -> None:
    go_on()


def test_work_pauses_while_the_event_loop_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """People at the tables come first: each step is followed by a pause until the loop turns."""
    pauses: list[float] = []
    monkeypatch.setattr(worker_pool, "sleep", pauses.append)

    async def use() -> None:
        pool, gate = WorkerPool(QueueFigures("tables")), Gate()

        def step() -> None:
            go_on()
            assert not pauses
            gate.started.set()
            assert gate.open.wait(PATIENCE)
            go_on()

        work = asyncio.create_task(pool.run(ADA, step))
        await started(gate)
        pool.beat -= 2 * worker_pool.LATE_SECONDS
        # The loop is late, as if a callback had taken long: the work goes on meanwhile.
        gate.open.set()
        for _ in range(int(1000 * PATIENCE)):
            if pauses:
                break
            # Not `asyncio.sleep`: the loop must not turn.
            time.sleep(0.001)  # noqa: ASYNC251
        await work
        assert pauses == [worker_pool.PAUSE_SECONDS]

    asyncio.run(use())


# Bots that stop thinking one after the other, some of them while the process ends.
THINKS = """
import asyncio
import random

from funicular.games.registry import make_game
from funicular.live import bot_pool
from funicular.live.admission.causes import SERVER
from funicular.live.admission.figures import QueueFigures
from funicular.live.admission.worker_pool import WorkerPool


async def main():
    state = make_game("dnpup", 3, {}).match().deal(random.Random(1)).states[-1]
    view = state.view(state.to_act[0])
    pool = WorkerPool(QueueFigures("bots", at_once=201, most_each=300))
    thinking = [
        asyncio.create_task(pool.run(SERVER, bot_pool._choose, f"expert@{number}ms", view, 1))
        for number in range(300, 400)
    ]
    while pool.queue.running < 100:
        await asyncio.sleep(0)
    await thinking[0]


asyncio.run(main())
"""


def test_a_process_that_ends_while_a_bot_thinks_ends_well() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", THINKS],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
