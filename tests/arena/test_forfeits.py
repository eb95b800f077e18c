"""A program that throws deals away: a sentence, no harm to others, and out after three of them."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from funicular.arena.findings import findings
from funicular.arena.plan import Plan, challenge
from funicular.arena.report.sections import sections
from funicular.arena.results_table import MOST_FORFEITS
from funicular.arena.run import Run, played
from funicular.arena.unit import Outcome, SavedPhrase
from funicular.arena.workers import alone, processes
from funicular.core.wire import from_json, to_json
from funicular.lang import Phrase, Reader

# Prints no JSON at all, and stays: one that ends at once is complained of for that at times.
GARBLED = "import sys; print(0, flush=True); sys.stdin.read()"
GARBLER = f"outside:{shlex.join([sys.executable, '-c', GARBLED])}"
CONTESTS = (
    challenge("dnpup", 2, GARBLER, "random"),
    challenge("dnpup", 2, "beginner", "random"),
)
PLAN = Plan(CONTESTS, deals=10)


def test_after_three_forfeits_the_rest_is_lost_unplayed_and_the_others_play_on(
    tmp_path: Path,
) -> None:
    out = tmp_path / "run.jsonl"
    found = findings(played(PLAN, alone, out))
    garbler, beginner = found.lines
    assert (garbler.forfeits, garbler.deals, garbler.firsts.value) == (20, 0, 0)
    assert (beginner.forfeits, beginner.deals) == (0, 10)
    (_, first, times), (_, out_of_it, rest) = sorted(found.complaints, key=lambda each: each[2])
    assert (times, rest) == (MOST_FORFEITS, 20 - MOST_FORFEITS)
    assert out_of_it.key == "arena.out"
    assert first.key.startswith("arena.outside.")
    # Only what was really asked of the program is in the file.
    assert out.read_text(encoding="utf-8").count('"fault"') == MOST_FORFEITS


def test_a_run_that_goes_on_remembers_who_is_out(tmp_path: Path) -> None:
    out = tmp_path / "run.jsonl"
    played(PLAN, alone, out)
    lines = out.read_bytes()
    again = findings(played(PLAN, alone, out))
    assert out.read_bytes() == lines
    assert again.lines[0].forfeits == 20


def test_two_processes_find_out_too() -> None:
    run = Run(PLAN)
    for _ in run.play(processes(2)):
        pass
    assert run.results.forfeits[GARBLER] == 20
    assert run.results.contests[1].status.count(1) == 20


def test_forfeits_are_told_in_every_language() -> None:
    results = played(PLAN, alone)
    for lang, word in (("en", "out of the run"), ("fr", "exclu")):
        told = sections(findings(results), Reader(lang))[-1]
        assert told.name == "forfeits"
        assert any(word in cell for row in told.tables[0].rows for cell in row)


def test_what_was_said_survives_the_results_file() -> None:
    phrase = Phrase.of("a.b", n=3, names=("x", 2.5), inner=Phrase.of("c.d", card=object))
    said = from_json(to_json(SavedPhrase.of(phrase)), SavedPhrase)
    assert said.phrase.key == "a.b"
    assert said.phrase.params["n"] == 3
    assert said.phrase.params["names"] == ["x", 2.5]
    assert said.phrase.params["inner"] == Phrase.of("c.d", card=str(object))


def test_an_outcome_is_a_line_of_json() -> None:
    outcome = Outcome(0, 1, 2, 5, (3, -1), (True, False), (4, 4), (0.5, 0.25))
    assert from_json(to_json(outcome), Outcome) == outcome
