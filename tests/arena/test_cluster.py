"""The same run on a real Ray cluster of two nodes, one of which dies: nothing lost or doubled."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import msgspec
import pytest

from funicular.arena.cluster import cluster
from funicular.arena.plan import Plan, challenge
from funicular.arena.run import played
from funicular.arena.work import RunFailed
from funicular.arena.workers import alone
from tests.arena.lines import without_seconds
from tests.cli.terminal import SRC, run

pytestmark = pytest.mark.skipif(find_spec("ray") is None, reason="Ray has no wheel here")

PLAN = Plan((challenge("ascenseur-52", 4, "casual", "beginner"),), deals=200, cards=(8, 10))
LONGEST = 180


def test_a_node_that_is_killed_loses_nothing_and_nothing_counts_twice(tmp_path: Path) -> None:
    plan, out, quiet = tmp_path / "plan.json", tmp_path / "ray.jsonl", tmp_path / "here.jsonl"
    plan.write_bytes(msgspec.json.encode(PLAN))
    program = Path(__file__).with_name("two_nodes.py")
    done = subprocess.run(
        [sys.executable, str(program), str(plan), str(out)],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(SRC)},
        timeout=LONGEST,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[-1]) >= 1
    played(PLAN, alone, quiet)
    assert without_seconds(out) == without_seconds(quiet)


def test_a_cluster_that_is_not_there_is_named() -> None:
    with pytest.raises(RunFailed, match=r"no Ray cluster at “127\.0\.0\.1:9”"):
        played(PLAN, cluster("127.0.0.1:9"))


def test_processes_are_the_clusters_affair(tmp_path: Path) -> None:
    done = run(tmp_path, "arena", "--ray", "local", "--jobs", "2")
    assert done.returncode == 2
    assert "leave out --jobs" in done.stderr
