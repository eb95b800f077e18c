"""The same run on many machines, through Ray.

Ray starts the tasks and says which of them are gone; what is lost with a node is handed out again
here, by the same rules as when a process of this machine dies. So Ray itself never repeats a task,
and every unit that comes back comes back once.
"""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Iterator
from typing import Any

from funicular.arena.unit import Outcome, play_batch
from funicular.arena.work import RunFailed, UnitBatch, Work
from funicular.arena.workers import Workers

# Joins the cluster that runs on this machine or that RAY_ADDRESS names.
RUNNING = "auto"
# Begins a cluster of this machine alone.
LOCAL = "local"
LOOPBACK = ("127.0.0.1:", "localhost:")
# Batches each processor has in hand, so that it need not wait for the next.
BATCHES_A_PROCESSOR = 2
# How long to wait for a batch before looking again whether nodes have come or gone.
SECONDS_A_LOOK = 1.0
SECONDS_TO_ANSWER = 5.0


def cluster(address: str) -> Workers:
    """Workers on all processors of the Ray cluster at this address."""
    ray = _ray(address)

    def play(work: Work) -> Iterator[tuple[Outcome, ...]]:
        _join(ray, address)
        try:
            yield from _play(ray, work)
        finally:
            ray.shutdown()

    return play


def _ray(address: str) -> Any:  # noqa: ANN401 - Ray is an extra, so that its types may not be there
    # Said before the import: Ray reads it then. Nobody outside is told of our runs.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if address == LOCAL or address.startswith(LOOPBACK):
        # Whatever its name says, this is what keeps Ray to the loopback address, on Linux too.
        os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
    try:
        import ray  # noqa: PLC0415 - an extra that only this needs
    except ImportError as error:
        raise RunFailed("arena.no-ray") from error
    return ray


def _join(ray: Any, address: str) -> None:  # noqa: ANN401 - as above
    settings: dict[str, Any] = {"log_to_driver": False, "logging_level": "error"}
    try:
        _knock(address)
        if address == LOCAL:
            ray.init(include_dashboard=False, **settings)
        else:
            ray.init(address=address, **settings)
    except (RuntimeError, ValueError, OverflowError, OSError) as error:
        problem = str(error).strip().partition("\n")[0].rstrip(".")
        raise RunFailed("arena.no-cluster", address=address, problem=problem) from error


def _knock(address: str) -> None:
    """Fail at once where nobody answers: Ray would try for minutes."""
    found = re.fullmatch(r"\[?([^/]+?)\]?:([0-9]{1,5})", address)
    if found is not None:
        socket.create_connection((found[1], int(found[2])), SECONDS_TO_ANSWER).close()


def _play(ray: Any, work: Work) -> Iterator[tuple[Outcome, ...]]:  # noqa: ANN401 - as above
    # Never repeated by Ray: `work` does that, and counts.
    task = ray.remote(max_retries=0, num_cpus=1)(play_batch)
    plan = ray.put(work.plan)
    given: dict[Any, UnitBatch] = {}
    while True:
        room = BATCHES_A_PROCESSOR * max(1, int(ray.cluster_resources().get("CPU", 1)))
        while len(given) < room:
            batch = work.take()
            if not batch:
                break
            given[task.remote(plan, batch)] = batch
        if not given:
            return
        ready, _ = ray.wait(list(given), timeout=SECONDS_A_LOOK)
        for reference in ready:
            batch = given.pop(reference)
            try:
                played = ray.get(reference)
            except ray.exceptions.RayTaskError as error:
                # The task itself raised: that is no accident of the cluster.
                raise error.cause from error
            except ray.exceptions.RayError:
                work.lost(batch)
            else:
                work.done(batch, played)
                yield played.outcomes
