"""`funicular daily`: at a server, compared with everybody; without one, with the expert alone."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from funicular.challenge import calendar
from funicular.games.registry import GAMES
from tests.cli.in_process import Told, run_here
from tests.cli.terminal import run
from tests.web.live import live_server

# More than any match asks for: bids of 0 or 1, then the first card, again and again.
FIRST = "0\n1\n" * 300


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A game of few cards, and a home of one's own."""
    quick_game = next(name for name in GAMES if name.endswith("-32"))
    monkeypatch.setattr(calendar, "daily_game", lambda _: quick_game)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def daily(
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    *arguments: str,
    typed: str = FIRST,
) -> Told:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return run_here(capfd, "daily", *arguments, lang="en")


def test_without_a_server_it_is_compared_with_the_expert(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = daily(capfd, monkeypatch, typed="hint\nundo\n" + FIRST)
    assert told.code == 0
    assert "There is no server here" in told.out
    assert "without taking back" in told.out
    assert "You have made no move in this deal yet." in told.out
    assert "Your lead over the others’ average" in told.out
    assert "The expert in your seat" in told.out
    again = daily(capfd, monkeypatch)
    assert told.out.splitlines()[-2:] == again.out.splitlines()[-2:]
    left = daily(capfd, monkeypatch, typed="")
    assert "Left before the end" in left.out


def test_at_a_server_it_is_played_once(tmp_path: Path) -> None:
    with live_server(tmp_path / "tables.db") as place:
        asked = ("daily", "--server", f"http://127.0.0.1:{place.port}")
        left = run(tmp_path, *asked, typed="0\n")
        assert "It waits for you" in left.stdout
        # No bot plays on, as at other tables.
        assert "nobody plays for you" in " ".join(left.stdout.split())
        assert "to a bot" not in left.stdout
        told = run(tmp_path, *asked, "--name", "Ada", typed=FIRST)
        assert told.returncode == 0, told.stderr
        assert "Place 1 of 1." in told.stdout
        assert "The expert in your seat" in told.stdout
        # A second time there is only the result.
        again = run(tmp_path, *asked)
        assert again.stdout.splitlines() == told.stdout.splitlines()[-4:]
        in_french = run(tmp_path, "--lang", "fr", *asked).stdout
        assert re.search("autres : [+−]?[0-9]+,[0-9] points", in_french)
