"""That the run under attack would notice what it is there to notice, and tells it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from bench.people import Deal, Message, Table
from tests.system.hostile.account import settle
from tests.system.hostile.campaign import Report
from tests.system.hostile.earlier import read_report
from tests.system.hostile.honest import Done, Notes, Person, Sample
from tests.system.hostile.house import Arrangement
from tests.system.hostile.nginx import site
from tests.system.hostile.party import ALONE, PUPIL, TOGETHER, Party, Seating
from tests.system.hostile.phases import Phase
from tests.system.hostile.report import failures, markdown, preface
from tests.system.hostile.target import Outcome
from tests.system.kills.evidence import Evidence, Written

DONE = Done("table", "Ada-1", "move")


def book(*commands: str | None) -> Evidence:
    rows = [Written(seq, "guest", command, 0.0) for seq, command in enumerate(commands, 1)]
    return Evidence({"table": rows}, {"table": len(rows)})


@pytest.mark.parametrize(
    ("commands", "said"),
    [
        ((None, "Ada-1"), ""),
        ((None,), "lost"),
        (("Ada-1", "Ada-1"), "twice"),
    ],
)
def test_a_command_that_is_lost_or_doubled_is_noticed(
    commands: tuple[str | None, ...], said: str
) -> None:
    wrong = settle(book(*commands), ["table"], [DONE]).wrong
    assert len(wrong) == bool(said)
    assert all(said in each for each in wrong)


def phase(**more: object) -> Phase:
    usual: dict[str, object] = {
        "name": "ping-empty",
        "attacks": ("ping-empty",),
        "seconds": 6.0,
        "samples": [Sample("command", 1.0, 1.1)],
        "unanswered": 0,
        "recovery": 0.0,
        "works_on": 0.0,
        "memory_before": 50 << 20,
        "memory_peak": 60 << 20,
        "processor": 0.1,
        "written": 1 << 20,
        "files": (30, 30),
        "outcomes": [Outcome("ping-empty", connections=3, cut=3, cut_after=[9, 9, 9])],
        "named": {"ping-empty": 1},
        "lines": 1,
        "errors": [],
        "closed": [],
        "turned_away": [],
        "refused": [],
    }
    return msgspec.convert(usual | more, Phase)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({}, ""),
        ({"alive": False}, "gone"),
        ({"unanswered": 1}, "never answered"),
        ({"closed": ["1013"]}, "closed"),
        ({"turned_away": ["move too-fast"]}, "turned away"),
        ({"memory_peak": 200 << 20}, "150 MiB"),
        ({"turned_away": ["newcomer profile 429"]}, "newcomer profile 429"),
        ({"outcomes": [Outcome("ping-empty", left=1)]}, "not cut"),
        ({"named": {"ping-empty": 0}}, "not named"),
        ({"named": {"ping-empty": 6}}, "6 lines"),
        ({"errors": ["bot-not-kept"]}, "bot-not-kept"),
    ],
)
def test_what_is_wrong_is_said(more: dict[str, object], said: str) -> None:
    found = phase(**more).wrong()
    assert len(found) == bool(said)
    assert all(said in each for each in found)


def test_times_that_are_too_long_are_said() -> None:
    assert phase().slow() == []
    found = phase(samples=[Sample("ping", 1.0, 3.0)], recovery=6.0).slow()
    assert found == ["p99 2000 ms", "longest 2.0 s", "recovery 6.0 s"]


def moved_once(seating: Seating) -> Person:
    """A player who made a move at second 1."""
    party = Party(Notes(), 0, [], ["", ""], seating)
    party.people = [Person(party, "", "", {}) for _ in range(seating.people)]
    person = party.people[0]
    person.moved = 1.0
    return person


def sight(*legal: str, phase: str = "playing") -> Message:
    return Message("update", deal=Deal(legal, 1), table=Table(phase))


@pytest.mark.parametrize(
    ("seating", "expected"),
    [
        (ALONE, [Sample("turn", 1.0, 4.0)]),
        (PUPIL, [Sample("turn", 1.0, 4.0, school=True)]),
        # Between two people it is the other one who takes their time.
        (TOGETHER, []),
    ],
)
def test_a_turn_is_waited_for_from_the_move_on(seating: Seating, expected: list[Sample]) -> None:
    person = moved_once(seating)
    # What was legal before the move may still come.
    person.see(sight("7S"), 2.0)
    person.see(sight(), 3.0)
    person.see(sight("8S"), 4.0)
    person.see(sight("8S"), 5.0)
    assert person.notes.samples == expected


def test_a_deal_that_ends_brings_no_turn() -> None:
    person = moved_once(ALONE)
    person.see(sight(), 2.0)
    person.see(sight(phase="scored"), 3.0)
    person.see(sight("8S"), 4.0)
    assert person.notes.samples == []


def test_a_turn_that_does_not_come_is_noted_again_and_again() -> None:
    person = moved_once(ALONE)
    person.see(sight(), 2.0)
    assert person.waits_for_bots(1.5)
    assert not person.waits_for_bots(0.5)
    person.note_turn(9.0)
    person.see(sight("8S"), 12.0)
    assert person.notes.samples == [Sample("turn", 1.0, 9.0), Sample("turn", 9.0, 12.0)]


def samples(**seconds: float) -> list[Sample]:
    """Commands and turns of players and pupils, and a newcomer, with these times where given."""
    usual = {"command": 0.1, "school": 0.1, "turn": 0.9, "school_turn": 0.9, "newcomer": 0.1}
    took = usual | seconds
    return [
        Sample("command", 1.0, 1.0 + took["command"]),
        Sample("command", 1.0, 1.0 + took["school"], school=True),
        Sample("turn", 1.0, 1.0 + took["turn"]),
        Sample("turn", 1.0, 1.0 + took["school_turn"], school=True),
        Sample("newcomer", 1.0, 1.0 + took["newcomer"]),
    ]


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        ({}, []),
        # Three times quiet is more than 250 ms here.
        ({"command": 0.29}, []),
        ({"newcomer": 0.31}, ["p99 310 ms"]),
        ({"turn": 1.79, "school_turn": 1.79, "school": 0.19}, []),
        ({"turn": 1.9}, ["next turn 1900 ms instead of 900"]),
        ({"school_turn": 1.9}, ["the school's next turn 1900 ms instead of 900"]),
        ({"school": 0.21}, ["the school 210 ms instead of 100"]),
    ],
)
def test_an_attack_is_compared_with_the_quiet_before(
    seconds: dict[str, float], said: list[str]
) -> None:
    quiet = phase(name="quiet before", attacks=(), samples=samples())
    assert phase(samples=samples(**seconds), quiet=quiet).slow() == said


def test_what_nobody_feels_is_not_slow() -> None:
    quiet = phase(name="quiet before", attacks=(), samples=samples(school=0.004))
    assert phase(samples=samples(school=0.04), quiet=quiet).slow() == []


def test_all_together_are_judged_by_fixed_times() -> None:
    quiet = phase(name="quiet before", attacks=(), samples=samples())
    both: dict[str, object] = {"attacks": ("ping-empty", "pong"), "quiet": quiet}
    assert phase(samples=samples(turn=9.0, newcomer=1.9), **both).slow() == []
    found = phase(samples=samples(command=0.31, newcomer=2.1), **both).slow()
    assert found == ["median 310 ms", "longest 2.1 s"]


def test_memory_is_compared_with_the_quiet_before() -> None:
    quiet = phase(name="quiet before", attacks=(), memory_before=50 << 20)
    attack: dict[str, object] = {"attacks": ("large-replies",), "outcomes": []}
    little = phase(memory_before=270 << 20, memory_peak=280 << 20, quiet=quiet, **attack)
    assert little.wrong() == []
    much = phase(memory_before=280 << 20, memory_peak=290 << 20, quiet=quiet, **attack)
    assert much.wrong() == ["240 MiB above quiet"]


def test_an_earlier_report_stands_beside_the_new_one(tmp_path: Path) -> None:
    how = Arrangement()
    report = Report([phase()], settle(book("Ada-1"), ["table"], [DONE]), [(1.0, 0)])
    assert failures(report) == []
    place = tmp_path / "earlier.md"
    place.write_text(preface("today") + markdown(how, 6.0, report, {}))
    earlier = read_report(place)
    assert earlier == {(how.name, "ping-empty"): "100 / 100 / 10 / 0.0"}
    assert "| 100 / 100 / 10 / 0.0 |" in markdown(how, 6.0, report, earlier).replace("holds ", "")


def test_the_shipped_site_stands_before_both_servers() -> None:
    shipped = Path(__file__).parents[3] / "deploy" / "nginx.conf"
    text = site(shipped.read_text(), 20_001, (20_002, 20_003))
    assert "server 127.0.0.1:20002" in text
    assert "server 127.0.0.1:20003" in text
    assert "listen 127.0.0.1:20001" in text
    assert "ssl" not in text.replace("https", "")
