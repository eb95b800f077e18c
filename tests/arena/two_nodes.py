"""A Ray cluster of two working nodes, one of which is killed while the run goes on.

A program of its own, so that Ray's processes and warnings stay out of the tests' process:

    python tests/arena/two_nodes.py PLAN RESULTS

It plays the plan into the results file and prints how many batches died with the node.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

# Before Ray is imported: no word to anybody, and nothing but the loopback address.
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"

import msgspec
from ray.cluster_utils import Cluster

from funicular.arena.cluster import cluster
from funicular.arena.plan import Plan
from funicular.arena.run import Run

MEMORY = 80 * 2**20
# Notice within seconds that a node is gone.
WATCHFUL = {
    "health_check_initial_delay_ms": 0,
    "health_check_period_ms": 500,
    "health_check_timeout_ms": 500,
    "health_check_failure_threshold": 3,
}
UNITS_BEFORE_THE_KILL = 100
# What Ray calls a process while it plays a batch.
AT_WORK = "ray::play_batch"


def main() -> None:
    """Play, kill, and tell."""
    plan = msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=Plan)
    # The head decides and plays nothing, so that all the work is on the two others.
    nodes = Cluster(
        initialize_head=True,
        head_node_args={
            "num_cpus": 0,
            "include_dashboard": False,
            "object_store_memory": MEMORY,
            "_system_config": WATCHFUL,
        },
    )
    try:
        doomed, _ = (nodes.add_node(num_cpus=1, object_store_memory=MEMORY) for _ in range(2))
        run = Run(plan, Path(sys.argv[2]))
        for count in run.play(cluster(nodes.address)):
            if doomed is not None and count >= UNITS_BEFORE_THE_KILL:
                held = held_at_work(doomed.all_processes["raylet"][0].process.pid)
                if held is not None:
                    nodes.remove_node(doomed, allow_graceful=False)
                    os.kill(held, signal.SIGKILL)
                    doomed = None
        run.close()
        print(run.work.losses)  # noqa: T201 - what the test reads
    finally:
        nodes.shutdown()  # type: ignore[no-untyped-call]  # Ray types most, not all


def held_at_work(raylet: int) -> int | None:
    """A worker of this node, stopped with a batch in its hands; None if none has one just now."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
            if parent != raylet or not _is_at_work(process):
                continue
            worker = int(process.name)
            os.kill(worker, signal.SIGSTOP)
            if _is_at_work(process):
                return worker
            os.kill(worker, signal.SIGCONT)
        except (OSError, ValueError):
            # Gone while we looked at it.
            continue
    return None


def _is_at_work(process: Path) -> bool:
    return (process / "cmdline").read_bytes().startswith(AT_WORK.encode())


if __name__ == "__main__":
    main()
