"""`funicular puzzle`: the position, a wrong move, the right one, and what is refused."""

from __future__ import annotations

import io
from typing import Protocol

import pytest

from funicular.games.registry import GAMES
from funicular.review.puzzles.collection import puzzles_of
from tests.cli.in_process import Told, run_here


class Run(Protocol):
    """The command with these arguments, and what is typed into it."""

    def __call__(self, *arguments: str, typed: str = "") -> Told: ...


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def run_typing(*arguments: str, typed: str = "") -> Told:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        return run_here(capfd, *arguments, lang="en")

    return run_typing


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_move_is_told_its_cost_and_the_right_one_why(run: Run, game: str) -> None:
    asked = puzzles_of(game)[0]
    wrong = next(each.move for each in asked.values if each.move != asked.best)
    told = run("puzzle", "--id", asked.id, typed=f"castle\n{wrong}\n{asked.best}\n")
    assert told.code == 0
    assert f"Puzzle {asked.id}" in told.out
    assert "Not the best move: it brings " in told.out
    assert "Right: " in told.out
    assert "plausible deals" in told.out


def test_the_answer_can_be_asked_for_and_one_may_leave(run: Run) -> None:
    asked = puzzles_of(GAMES[-1])[0]
    shown = run("puzzle", "--id", asked.id, typed="table\nhint\n")
    assert "Right: " not in shown.out
    assert "plausible deals" in shown.out
    left = run("puzzle", "--game", GAMES[-1], "--grade", "1", typed="quit\n")
    assert left.code == 0
    assert "plausible deals" not in left.out
    assert run("puzzle", typed="").code == 0


@pytest.mark.parametrize(
    ("arguments", "refused"),
    [
        (("--id", "nothing"), "There is no puzzle called"),
        (("--grade", "6"), "A grade is a whole number from 1 to 5, not 6."),
        (("--grade", "x"), "x"),
        (("--game", "poker"), "poker"),
        (("--id", "a", "--grade", "1"), "leave --game and --grade out"),
    ],
)
def test_what_there_is_none_of_is_refused(
    run: Run, arguments: tuple[str, ...], refused: str
) -> None:
    told = run("puzzle", *arguments)
    assert told.code != 0
    assert refused in told.problem
