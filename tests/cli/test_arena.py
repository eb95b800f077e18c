"""`funicular arena` measures bots and prints a table that can be kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.terminal import run


def test_a_contest_is_one_line_with_its_intervals(tmp_path: Path) -> None:
    args = "arena --games dnpup,52 --seats 3 --bots random,casual --deals 6 --seed 3 --jobs 2"
    shown = run(tmp_path, *args.split())
    lines = shown.stdout.splitlines()
    assert lines[0].startswith("| game | seats | bot | against | deals |")
    assert lines[2].startswith("| dnpup | 3 | casual | random | 6 | +")
    assert lines[3].startswith("| ascenseur-52 | 3 | casual | random | 6 | +")
    assert lines[3].endswith("| 33% |")
    assert "[" in lines[3]
    assert len(lines) == 4
    again = run(tmp_path, *args.split(), "--lang", "fr")
    assert again.stdout.splitlines()[2:] == lines[2:]
    assert again.stdout.startswith("| jeu | places | robot |")


def test_levels_may_have_spaces_between_them(tmp_path: Path) -> None:
    args = "arena --games 52 --seats 3 --deals 2 --jobs 1 --bots"
    shown = run(tmp_path, *args.split(), "random, beginner")
    assert shown.stdout.splitlines()[-1].startswith("| ascenseur-52 | 3 | beginner | random | 2 |")


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ("--bots casual,genius", "There is no bot “genius”"),
        ("--games chess", "There is no game “chess”"),
        ("--games auf --seats 7", "auf-ab is for 3 to 4 players, not 7."),
        ("--deals 1", "--deals is a whole number, at least 2"),
        ("--deals 99999999999999999999", "--deals is a whole number, at most 1000000"),
        ("--jobs 0", "--jobs is a whole number, at least 1"),
        ("--jobs 257", "--jobs is a whole number, at most 256"),
        ("--bots casual", "--bots needs two levels at least"),
        ("--seed x", "--seed is a whole number"),
    ],
)
def test_what_cannot_be_measured_is_refused(tmp_path: Path, args: str, sentence: str) -> None:
    done = run(tmp_path, "arena", *args.split())
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stdout == ""
