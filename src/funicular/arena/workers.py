"""Who plays the units on this machine: this process alone, or processes of its own.

A process that dies loses nothing but its batch, which another plays again. Workers end when the
run does, also when the run itself is killed: each reads from a pipe that closes then.
"""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing import connection, get_context, resource_tracker
from multiprocessing.connection import Connection
from traceback import format_exc
from types import FrameType

from funicular.arena.plan import Plan
from funicular.arena.unit import Outcome, PlayedBatch, play_batch
from funicular.arena.work import UnitBatch, Work

# Plays all the work there is; the outcomes as they come.
Workers = Callable[[Work], Iterator[tuple[Outcome, ...]]]

SECONDS_TO_LEAVE = 5.0
SECONDS_BETWEEN_LOOKS = 0.01
# However long a batch takes, Ctrl-C is heard within this time: a signal that comes in the moment
# before a wait begins does not end it.
SECONDS_A_WAIT = 0.5


def alone(work: Work) -> Iterator[tuple[Outcome, ...]]:
    """Play everything in this process."""
    while batch := work.take():
        played = play_batch(work.plan, batch)
        work.done(batch, played)
        yield played.outcomes


def processes(jobs: int) -> Workers:
    """This number of worker processes; a single one is this process itself."""
    if jobs == 1:
        return alone

    def play(work: Work) -> Iterator[tuple[Outcome, ...]]:
        workers: list[_Worker] = []
        try:
            while True:
                busy = _set_to_work(workers, work, jobs)
                if not busy:
                    return
                for pipe in connection.wait([worker.pipe for worker in busy], SECONDS_A_WAIT):
                    worker = next(worker for worker in busy if worker.pipe is pipe)
                    outcomes = _hear(worker, work)
                    if outcomes is None:
                        workers.remove(worker)
                    else:
                        yield outcomes
        finally:
            _dismiss(workers)

    return play


class _Worker:
    """A process, the pipe to it, and the batch it has, if any."""

    def __init__(self, plan: Plan) -> None:
        # Spawned, not forked: a fork would hold its sisters' pipes open, and share their threads.
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work_on, args=(theirs, plan), daemon=True)
        self.batch: UnitBatch = ()
        # Started with the first process otherwise, and it would undo what is blocked below.
        resource_tracker.ensure_running()
        # Ctrl-C is the run's to hear, and a process is born with what is blocked here: one that is
        # still starting would die of it, loudly. The run hears it a moment later.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self.process.start()
        finally:
            theirs.close()
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def end(self) -> None:
        """Wait for it to leave; not for ever, and not for what cannot even be killed."""
        self.pipe.close()
        if not self._gone():
            self.process.kill()
            self._gone()

    def _gone(self) -> bool:
        """Whether it has left in time. Asked again and again, since `join` may wait longer."""
        last = time.monotonic() + SECONDS_TO_LEAVE
        while self.process.exitcode is None:
            if time.monotonic() > last:
                return False
            time.sleep(SECONDS_BETWEEN_LOOKS)
        return True

    def give(self, batch: UnitBatch) -> None:
        self.batch = batch
        try:
            self.pipe.send(batch)
        except OSError:
            # Dead already: the pipe says so again when it is read.
            return


def _set_to_work(workers: list[_Worker], work: Work, jobs: int) -> list[_Worker]:
    """Give a batch to everybody who has none; those who have one."""
    while True:
        idle = next((worker for worker in workers if not worker.batch), None)
        if idle is None and len(workers) == jobs:
            break
        batch = work.take()
        if not batch:
            break
        if idle is None:
            idle = _Worker(work.plan)
            workers.append(idle)
        idle.give(batch)
    return [worker for worker in workers if worker.batch]


def _hear(worker: _Worker, work: Work) -> tuple[Outcome, ...] | None:
    """What a worker has played; None if it has died."""
    batch, worker.batch = worker.batch, ()
    try:
        played: PlayedBatch | BaseException = worker.pipe.recv()
    except (EOFError, OSError):
        worker.end()
        work.lost(batch)
        return None
    if isinstance(played, BaseException):
        raise played
    work.done(batch, played)
    return played.outcomes


def _dismiss(workers: list[_Worker]) -> None:
    for worker in workers:
        worker.pipe.close()
        if worker.batch:
            worker.process.terminate()
    for worker in workers:
        worker.end()


def _work_on(pipe: Connection, plan: Plan) -> None:
    """Play batches as they come, until there is nobody to play them for."""
    # What is ignored need not be blocked; and a worker told to leave closes what it opened.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, _leave)
    try:
        while True:
            batch = pipe.recv()
            try:
                answer: object = play_batch(plan, batch)
            except Exception as error:  # noqa: BLE001 - whatever it is, the run must hear of it
                error.add_note(format_exc())
                answer = error
            pipe.send(answer)
    except (EOFError, OSError):
        return


def _leave(_signal: int, _frame: FrameType | None) -> None:
    sys.exit(0)
