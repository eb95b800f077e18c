"""`funicular review` and `funicular evaluate`: text in both languages, JSON, and refusals."""

from __future__ import annotations

import html.parser
import json
import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import funicular
from funicular.core.record import parse_record
from tests.cli.in_process import Run, run_here

RECORD = Path(__file__).parents[1] / "review" / "blunders" / "low-trump-led.json"


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    return partial(run_here, capfd, lang="en")


def test_a_review_begins_with_what_mattered_most(run: Run) -> None:
    told = run("review", str(RECORD), "--worlds", "50")
    assert told.code == 0
    assert "\nDeal 1, move 5, Ada: play 3♠. Better: play Q♠, by " in told.out
    assert "from decisions" in told.out


def test_a_review_of_a_seat_in_french(capfd: pytest.CaptureFixture[str]) -> None:
    arguments = ("review", str(RECORD), "--worlds", "20", "--seat", "1")
    told = run_here(capfd, *arguments, lang="fr")
    assert told.code == 0
    assert "trop serrées pour trancher" in told.out
    assert "Bo" in told.out
    assert "Ada" not in told.out


def test_reviews_and_evaluations_are_json_too(run: Run) -> None:
    arguments = ("review", str(RECORD), "--worlds", "20", "--seed", "3", "--json")
    first, again = run(*arguments), run(*arguments)
    assert first == again
    review = json.loads(first.out)
    assert review["seed"] == 3
    assert len(review["decisions"]) == len(parse_record(RECORD.read_bytes()).deals[0].moves)
    asked = ("evaluate", str(RECORD), "--deal", "1", "--move", "5", "--worlds", "20", "--json")
    assert [each["move"] for each in json.loads(run(*asked).out)["moves"]] == [
        "play 3S",
        "play QS",
        "play KS",
        "play AS",
    ]


def test_an_evaluation_is_a_table_and_a_hint(run: Run) -> None:
    asked = ("evaluate", str(RECORD), "--deal", "1", "--move", "5", "--worlds", "20")
    told = run(*asked, "--objective", "margin")
    assert told.code == 0
    assert told.out.startswith("Ada to move, holding 3♠ Q♠ K♠ A♠.\n")
    assert "Points above the others’ mean in this deal" in told.out
    assert "Too close to call: play Q♠, play K♠, play A♠." in told.out


def test_the_decision_to_come_of_an_unfinished_match(run: Run, tmp_path: Path) -> None:
    whole = json.loads(RECORD.read_text(encoding="utf-8"))
    whole["deals"][0]["moves"] = whole["deals"][0]["moves"][:1]
    whole["deals"][0]["points"] = None
    whole["totals"], whole["winners"] = [0, 0, 0, 0], []
    begun = tmp_path / "begun.json"
    begun.write_text(json.dumps(whole), encoding="utf-8")
    told = run("evaluate", str(begun), "--worlds", "10", "--opponents", "beginner")
    assert told.code == 0
    assert told.out.startswith("Bo to move")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("review", "FILE is missing its value"),
        ("evaluate", "FILE is missing its value"),
        ("evaluate RECORD", "Say which decision"),
        ("evaluate RECORD --deal 1 --move 99", "There is no move 99 in deal 1"),
        ("evaluate RECORD --deal 1 --move 1 --worlds 1", "worlds is a whole number from 2"),
        ("review RECORD --objective glory", "points, margin, win, not glory"),
        ("review RECORD --opponents angel", "angel"),
        ("review RECORD --seat 9", "There is no seat 9"),
        ("review RECORD --match 2", "There is no match 2"),
    ],
)
def test_what_cannot_be_is_one_sentence(run: Run, arguments: str, sentence: str) -> None:
    told = run(*(str(RECORD) if word == "RECORD" else word for word in arguments.split()))
    assert sentence in told.problem
    assert told.code == 2
    assert not told.out


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_review_is_a_page_without_scripts_too(
    lang: str, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run = partial(run_here, capfd, lang=lang)
    match = funicular.game("ascenseur-52", seats=3, schedule=[1, 2]).match()
    rng = random.Random(4)
    while not match.over:
        if not match.under_way:
            match = match.deal(rng)
        state: Any = match.state
        seat = match.to_act[0]
        match = match.play(seat, state.legal_moves(seat)[0])
    record, page = tmp_path / "match.json", tmp_path / "page.html"
    record.write_text(funicular.record_of(match, ("Ada", "<Bo>", "Cy")).to_json())
    done = run("review", str(record), "--worlds", "20", "--html", str(page))
    assert done.code == 0
    text = page.read_text(encoding="utf-8")
    assert "<script" not in text
    assert "http" not in text
    assert "&lt;Bo&gt;" in text
    assert "<Bo>" not in text
    # What decisions cost in all, and one for each player.
    assert text.count("<figure>") == 4
    assert text.count("<table>") == 2
    html.parser.HTMLParser().feed(text)
    refused = run("review", str(record), "--html", str(tmp_path / "none" / "page.html"))
    assert refused.code == 2
