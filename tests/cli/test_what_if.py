"""`funicular play --from FILE`: playing on from a move of a recorded match."""

from __future__ import annotations

from pathlib import Path

import pytest

from funicular.core.record import parse_record, record_of
from tests.cli.terminal import run
from tests.web.test_replays import NAMES, played

MATCH = record_of(played("ascenseur-32", 4, {"schedule": [2, 3]}), NAMES)


@pytest.fixture
def record(tmp_path: Path) -> str:
    path = tmp_path / "match.json"
    path.write_text(MATCH.to_json(), encoding="utf-8")
    return str(path)


def test_a_deal_is_played_on_from_any_seat_and_nothing_is_saved(
    tmp_path: Path, record: str
) -> None:
    line = tmp_path / "line.json"
    where = ("--from", record, "--deal", "2", "--move", "6", "--seat", "2", "--level", "casual")
    ended = run(tmp_path, "play", *where, "--save", str(line), typed="1\n" * 20)
    assert ended.returncode == 0, ended.stderr
    assert "You play on from move 6 of deal 2, in the true deal." in ended.stdout
    written = parse_record(line.read_bytes())
    assert written.is_what_if
    assert written.deals[0].cards == MATCH.deals[1].cards
    assert written.deals[0].moves[:5] == MATCH.deals[1].moves[:5]
    assert not (tmp_path / "state").exists()


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (("--deal", "2"), "it goes with --from FILE"),
        (("dnpup", "--from", "RECORD"), "leave out game"),
        (("--from", "RECORD"), "--deal and --move"),
        (("--from", "RECORD", "--deal", "3", "--move", "1"), "there is no deal 3"),
        (("--from", "RECORD", "--deal", "1", "--move", "13"), "The deal is over there"),
        (("--from", "RECORD", "--deal", "1", "--move", "1", "--seat", "9"), "seat"),
    ],
)
def test_what_cannot_be_is_refused(
    tmp_path: Path, record: str, asked: tuple[str, ...], words: str
) -> None:
    ended = run(tmp_path, "play", *(record if each == "RECORD" else each for each in asked))
    assert ended.returncode != 0
    assert words.lower().replace("the deal", "this deal") in ended.stderr.lower()
