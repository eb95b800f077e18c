"""The results file: nothing counted twice, nothing lost, nothing of somebody else's overwritten."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from funicular.arena.plan import Plan, challenge
from funicular.arena.results_file import BadResults, ResultsFile
from funicular.arena.results_table import ForeignOutcome
from funicular.arena.run import Run, played
from funicular.arena.workers import alone
from tests.arena.lines import stripped, without_seconds

PLAN = Plan((challenge("ascenseur-32", 3, "beginner", "random"),), deals=4, seed=9)


def test_a_line_for_every_unit_after_the_plan(tmp_path: Path) -> None:
    out = tmp_path / "run.jsonl"
    results = played(PLAN, alone, out)
    assert results.entered == PLAN.units == 12
    assert len(out.read_bytes().splitlines()) == 13


def test_a_run_that_is_complete_plays_nothing_again(tmp_path: Path) -> None:
    out = tmp_path / "run.jsonl"
    first = played(PLAN, alone, out)
    before = out.read_bytes()
    again = played(PLAN, alone, out)
    assert out.read_bytes() == before
    assert again.contests[0].points == first.contests[0].points
    assert again.contests[0].seconds == first.contests[0].seconds


@pytest.mark.parametrize("cut", [1, 5, 30, 500])
def test_a_torn_file_goes_on_to_the_same_end(tmp_path: Path, cut: int) -> None:
    out = tmp_path / "run.jsonl"
    played(PLAN, alone, out)
    whole = out.read_bytes()
    out.write_bytes(whole[:-cut])
    played(PLAN, alone, out)
    assert without_seconds(out) == stripped(whole)


@pytest.mark.parametrize("length", [0, 1, 20])
def test_a_file_torn_in_its_first_line_begins_anew(tmp_path: Path, length: int) -> None:
    out = tmp_path / "run.jsonl"
    played(PLAN, alone, out)
    whole = out.read_bytes()
    out.write_bytes(whole[:length])
    played(PLAN, alone, out)
    assert without_seconds(out) == stripped(whole)


def test_more_deals_go_on_from_fewer(tmp_path: Path) -> None:
    out, other = tmp_path / "run.jsonl", tmp_path / "other.jsonl"
    played(PLAN, alone, out)
    longer = replace(PLAN, deals=7)
    run = Run(longer, out)
    assert run.results.entered == PLAN.units
    run.close()
    played(longer, alone, out)
    played(longer, alone, other)
    assert without_seconds(out) == without_seconds(other)
    assert played(PLAN, alone, out).entered == PLAN.units


@pytest.mark.parametrize(
    "plan",
    [
        replace(PLAN, seed=8),
        replace(PLAN, cards=(3,)),
        replace(PLAN, seatings="rotations"),
        replace(PLAN, contests=(challenge("ascenseur-32", 3, "casual", "random"),)),
    ],
)
def test_a_file_of_another_plan_is_refused_and_left_alone(tmp_path: Path, plan: Plan) -> None:
    out = tmp_path / "run.jsonl"
    played(PLAN, alone, out)
    before = out.read_bytes()
    with pytest.raises(BadResults, match="another plan"):
        Run(plan, out)
    assert out.read_bytes() == before


@pytest.mark.parametrize("content", [b"dear diary", b"dear diary\n", b"{}\n", b"\xff\n", b"[1]"])
def test_a_file_that_is_not_ours_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    out = tmp_path / "diary.txt"
    out.write_bytes(content)
    with pytest.raises(BadResults, match="not a results file"):
        Run(PLAN, out)
    assert out.read_bytes() == content


def test_a_file_of_another_version_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "run.jsonl"
    played(PLAN, alone, out)
    out.write_bytes(out.read_bytes().replace(b'"version":"', b'"version":"0.0.', 1))
    with pytest.raises(BadResults, match="another version"):
        Run(PLAN, out)


def test_a_file_of_other_kernels_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "run.jsonl"
    played(PLAN, alone, out)
    compiled, pure = b'"compiled":true', b'"compiled":false'
    lines = out.read_bytes()
    here, there = (compiled, pure) if compiled in lines else (pure, compiled)
    out.write_bytes(lines.replace(here, there, 1))
    with pytest.raises(BadResults, match="other kernels"):
        Run(PLAN, out)


def test_a_damaged_line_in_the_middle_is_named(tmp_path: Path) -> None:
    out = tmp_path / "run.jsonl"
    played(PLAN, alone, out)
    lines = out.read_bytes().splitlines(keepends=True)
    lines[3] = b"garbage\n"
    out.write_bytes(b"".join(lines))
    with pytest.raises(BadResults, match="line 4"):
        Run(PLAN, out)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b'"contest":0', b'"contest":7'),
        (b'"deal":0', b'"deal":-1'),
        (b'"seating":0', b'"seating":3'),
        (b'"points":[', b'"points":[1,'),
        (b'"points":[', b'"points":[99999999999,'),
        (b'"made":[', b'"made":[true,'),
        (b'"cards":', b'"cards":999'),
    ],
)
def test_a_unit_that_the_plan_does_not_have_is_refused(
    tmp_path: Path, before: bytes, after: bytes
) -> None:
    out = tmp_path / "run.jsonl"
    played(PLAN, alone, out)
    head, _, rest = out.read_bytes().partition(b"\n")
    out.write_bytes(head + b"\n" + rest.replace(before, after, 1))
    with pytest.raises(ForeignOutcome):
        Run(PLAN, out)


def test_a_line_that_is_there_twice_counts_once(tmp_path: Path) -> None:
    out = tmp_path / "run.jsonl"
    once = played(PLAN, alone, out)
    lines = out.read_bytes().splitlines(keepends=True)
    out.write_bytes(b"".join((*lines, lines[3])))
    twice = played(PLAN, alone, out)
    assert twice.entered == once.entered
    assert twice.contests[0].choices == once.contests[0].choices


def test_one_run_writes_at_a_time(tmp_path: Path) -> None:
    out = tmp_path / "run.jsonl"
    with ResultsFile(out, PLAN), pytest.raises(BadResults, match="Another run"):
        Run(PLAN, out)
    Run(PLAN, out).close()
