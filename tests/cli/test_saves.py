"""Saves that are damaged, and folders that cannot be read or written: told of, never fatal."""

from __future__ import annotations

import json
from errno import EROFS
from itertools import cycle, islice
from pathlib import Path

import pytest

from funicular import read_record
from funicular.cli.errors import BadArguments
from funicular.cli.saves import forget_save, saved_at, set_aside
from tests.cli.terminal import lines, run

FIRST = tuple(islice(cycle(("1", "0")), 100))
# Matches left in the middle, one of each game and release: read for ever.
SAVES = sorted((Path(__file__).parents[1] / "golden" / "saves").glob("*/*.json"))


@pytest.mark.parametrize("save", SAVES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_save_of_every_release_is_played_on_from_where_it_was(tmp_path: Path, save: Path) -> None:
    folder, record, game = tmp_path / "state" / "funicular", tmp_path / "record.json", save.stem
    folder.mkdir(parents=True)
    saved = save.read_text()
    (folder / save.name).write_text(saved)
    done = run(
        *(tmp_path, "play", game, "--resume", "--save", str(record)), typed=lines(*(40 * FIRST))
    )
    assert (done.returncode, done.stderr) == (0, "")
    before, after = json.loads(saved)["record"], json.loads(record.read_text())
    *whole, last = before["deals"]
    number = len(whole)
    assert after["deals"][:number] == whole
    assert after["deals"][number]["moves"][: len(last["moves"])] == last["moves"]
    match, players = read_record(record.read_text())
    assert match.over
    assert players[0] == "Zoé"


@pytest.mark.parametrize("damage", ["", "{}", "not json", '{"format":"funicular-save"}'])
def test_a_damaged_save_is_told_of_and_set_aside(tmp_path: Path, damage: str) -> None:
    folder = tmp_path / "state" / "funicular"
    folder.mkdir(parents=True)
    (folder / "dnpup.json").write_text(damage)
    done = run(tmp_path, "play", "dnpup", typed=lines("quit"))
    assert done.returncode == 0
    assert "This is not a record of a match" in done.stdout
    assert (folder / "dnpup.damaged-1.json").read_text() == damage


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("level", "genius", "There is no bot “genius”"),
        ("name", "x" * 41, "Expected `str` of length <= 40"),
    ],
)
def test_a_save_changed_by_hand_is_refused(
    tmp_path: Path, field: str, value: str, sentence: str
) -> None:
    run(tmp_path, "play", "52", "--new", typed=lines("1"))
    path = tmp_path / "state" / "funicular" / "ascenseur-52.json"
    save = json.loads(path.read_text())
    save[field] = value
    path.write_text(json.dumps(save))
    assert sentence in run(tmp_path, "play", "52", typed="").stdout


def test_a_home_that_cannot_be_written_is_told_of_at_the_end(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where a folder should be")
    done = run(tmp_path, "play", "52", "--new", typed=lines("1", "quit"))
    assert done.returncode == 0
    assert "could not be saved" in done.stderr


@pytest.mark.parametrize("asked", [("52",), ("52", "--resume"), ("--resume",)])
def test_a_folder_of_saves_that_cannot_be_is_one_sentence(
    tmp_path: Path, asked: tuple[str, ...]
) -> None:
    done = run(tmp_path, "play", *asked, XDG_STATE_HOME="/" + "x" * 5000)
    assert "cannot be used: File name too long. With --new you begin another." in done.stderr
    assert (done.returncode, done.stdout) == (2, "")


def test_the_menu_is_shown_and_a_new_match_played_all_the_same(tmp_path: Path) -> None:
    nowhere = {"XDG_STATE_HOME": "/" + "x" * 5000}
    done = run(tmp_path, "play", "--new", typed=lines("52", "", ""), **nowhere)
    assert done.returncode == 0
    assert "Your move:" in done.stdout
    assert "could not be saved" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_folder_in_the_place_of_a_save_hides_neither_result_nor_record(tmp_path: Path) -> None:
    (tmp_path / "state" / "funicular" / "ascenseur-52.json").mkdir(parents=True)
    refused = run(tmp_path, "play", "52")
    assert "cannot be used: it is a folder." in refused.stderr
    assert refused.returncode == 2
    saved = tmp_path / "match.json"
    asked = ("play", "52", "--new", "--deals", "1", "--save", str(saved))
    done = run(tmp_path, *asked, typed=lines(*FIRST))
    assert "the match with" in done.stdout or "shared win" in done.stdout
    assert f"The record of the match is in {saved}" in " ".join(done.stdout.split())
    assert read_record(saved.read_text())[0].over
    assert "The match is over, but its save" in done.stderr
    assert done.stderr.count("\n") == 1


def test_who_has_no_home_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(BadArguments, match="you have no home folder"):
        saved_at("dnpup")


def test_a_save_that_cannot_be_moved_or_deleted_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that may only be read, which a test cannot have."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError(EROFS, "Read-only file system")

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(Path, "rename", refuse)
    monkeypatch.setattr(Path, "unlink", refuse)
    for refused in (set_aside, forget_save):
        with pytest.raises(BadArguments, match="Read-only file system"):
            refused("dnpup")
