"""Whoever plays the units, and whoever dies meanwhile: every unit counts once and is the same."""

from __future__ import annotations

import multiprocessing
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from funicular.arena.plan import Key, Plan, challenge
from funicular.arena.run import Run, played
from funicular.arena.unit import Outcome, PlayedBatch
from funicular.arena.work import LARGEST_BATCH, RunFailed, Work
from funicular.arena.workers import alone, processes
from tests.arena.lines import without_seconds

PLAN = Plan(
    (
        challenge("ascenseur-32", 3, "beginner", "random"),
        challenge("dnpup", 2, "random", "beginner"),
    ),
    deals=40,
    seed=3,
)

# Plays the plan given by its file, on two processes, and says so step by step.
STEP_BY_STEP = """
import sys
from pathlib import Path
import msgspec
from funicular.arena.workers import processes
from funicular.arena.plan import Plan
from funicular.arena.run import Run

if __name__ == "__main__":
    plan = msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=Plan)
    for count in Run(plan, Path(sys.argv[2])).play(processes(2)):
        print(count, flush=True)
"""


def test_one_process_or_two_the_results_are_the_same(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    played(PLAN, processes(1), one)
    played(PLAN, processes(2), two)
    assert without_seconds(one) == without_seconds(two)
    assert len(without_seconds(one)) == PLAN.units + 1


def test_a_search_with_a_budget_of_playouts_is_the_same_anywhere(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    plan = Plan((challenge("ascenseur-32", 3, "strong@20", "random"),), deals=3, cards=(3,))
    played(plan, alone, one)
    played(plan, processes(2), two)
    assert without_seconds(one) == without_seconds(two)


def test_a_worker_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    out, quiet = tmp_path / "out.jsonl", tmp_path / "quiet.jsonl"
    run = Run(PLAN, out)
    steps = run.play(processes(2))
    next(steps)
    for worker in multiprocessing.active_children():
        worker.kill()
    for _ in steps:
        pass
    run.close()
    assert run.work.losses > 0
    played(PLAN, alone, quiet)
    assert without_seconds(out) == without_seconds(quiet)


def test_a_run_that_is_killed_goes_on_to_the_same_end(tmp_path: Path) -> None:
    plan, out, quiet = tmp_path / "plan.json", tmp_path / "out.jsonl", tmp_path / "quiet.jsonl"
    plan.write_bytes(msgspec.json.encode(PLAN))
    script = tmp_path / "step_by_step.py"
    script.write_text(STEP_BY_STEP, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, str(script), str(plan), str(out)], stdout=subprocess.PIPE
    ) as run:
        assert run.stdout is not None
        for _ in range(3):
            assert run.stdout.readline()
        run.kill()
        # The pipe ends when everybody who holds it has: workers do not outlive their run.
        run.stdout.read()
    kept = len(out.read_bytes().splitlines())
    assert 3 < kept < PLAN.units
    played(PLAN, alone, out)
    played(PLAN, alone, quiet)
    assert without_seconds(out) == without_seconds(quiet)


def test_a_unit_that_kills_whoever_plays_it_ends_the_run_with_a_sentence() -> None:
    """The program from outside shoots the process that has started it."""
    shot = f"import os; os.kill(os.getppid(), {int(signal.SIGKILL)})"
    killer = f"outside:{shlex.join([sys.executable, '-c', shot])}"
    plan = Plan((challenge("auf-ab", 3, killer, "random"),), deals=2)
    with pytest.raises(RunFailed, match=r"auf-ab, deal \d+, seating \d+, .* died 3 times"):
        played(plan, processes(2))


def test_an_error_in_a_worker_is_raised_in_the_run_with_its_trace() -> None:
    plan = Plan((challenge("auf-ab", 3, "genius", "random"),), deals=2)
    with pytest.raises(ValueError, match="genius") as raised:
        played(plan, processes(2))
    assert any("play_batch" in note for note in raised.value.__notes__)
    assert not multiprocessing.active_children()


def test_a_run_that_is_left_lets_its_workers_go() -> None:
    steps = Run(PLAN).play(processes(2))
    next(steps)
    workers = [worker.pid for worker in multiprocessing.active_children()]
    assert workers
    del steps
    assert not multiprocessing.active_children()
    for worker in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(worker or 0, 0)


def test_batches_grow_with_the_pace_and_stay_within_a_contest() -> None:
    work = Work(PLAN, lambda _: True)
    first = work.take()
    assert first == (Key(0, 0, 0),)
    work.done(first, PlayedBatch((Outcome(0, 0, 0, cards=1),), seconds=0.1))
    assert len(work.take()) == 10
    work.done(first, PlayedBatch((Outcome(0, 0, 0, cards=1),), seconds=1e-9))
    sizes = []
    while batch := work.take():
        assert len({key.contest for key in batch}) == 1
        sizes.append((batch[0].contest, len(batch)))
    assert sizes[0] == (0, LARGEST_BATCH)
    assert sum(size for _, size in sizes) == PLAN.units - 11


def test_what_was_lost_is_handed_out_again_unit_by_unit() -> None:
    work = Work(PLAN, lambda _: True)
    work.done(work.take(), PlayedBatch((Outcome(0, 0, 0, cards=1),), seconds=0.25))
    batch = work.take()
    assert len(batch) == 4
    work.lost(batch)
    assert [work.take() for _ in batch] == [(key,) for key in batch]
    assert work.losses == 1
