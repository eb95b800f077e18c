"""The threat model names files that exist, and every chapter of the standard that it follows."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "threat-model.md").read_text(encoding="utf-8")
# A path of ours in backticks; patterns and commands are others.
NAMED = re.compile(r"`((?:src|tests|docs|client|tools|requirements)/[^`*\s]+)`")
ROW = re.compile(r"^\| ([0-9][0-9., to]*) \|", re.MULTILINE)
CHAPTERS = 17


def test_every_file_it_names_exists() -> None:
    named = set(NAMED.findall(PAGE))
    assert len(named) > 40
    assert not [path for path in sorted(named) if not (ROOT / path).exists()]


def test_every_chapter_is_there_and_each_row_is_of_its_chapter() -> None:
    chapters = re.split(r"^## V(\d+) ", PAGE, flags=re.MULTILINE)[1:]
    assert [int(number) for number in chapters[::2]] == list(range(1, CHAPTERS + 1))
    for number, text in zip(chapters[::2], chapters[1::2], strict=True):
        for row in ROW.findall(text):
            assert all(each.split(".")[0] == number for each in re.findall(r"\d+\.\d+\.\d+", row))


def test_no_requirement_stands_in_two_rows() -> None:
    listed = [each for row in ROW.findall(PAGE) for each in re.findall(r"\d+\.\d+\.\d+", row)]
    assert len(listed) == len(set(listed))
