"""The page about accessibility names tests that exist, and every criterion we answer for."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "accessibility.md").read_text(encoding="utf-8")
NAMED = re.compile(r"`((?:tests|client)/[^`:\s]+)(?:::(\w+))?`")
ROW = re.compile(r"^\| (\d\.\d\.\d+) [^|]+\|[^|]+\|([^|]+)\|$", re.MULTILINE)
CRITERIA = (
    *("1.3.1", "1.3.3", "1.4.3", "1.4.10", "1.4.11", "2.1.4", "2.4.2"),
    *("2.4.3", "2.5.3", "2.5.8", "3.1.2", "4.1.3"),
)


def test_every_file_and_test_it_names_exists() -> None:
    named = NAMED.findall(PAGE)
    assert len(named) > len(CRITERIA)
    for path, test in named:
        text = (ROOT / path).read_text(encoding="utf-8")
        assert not test or f"def {test}(" in text, f"{path}::{test}"


def test_every_criterion_is_there_with_a_test() -> None:
    rows = dict(ROW.findall(PAGE))
    assert tuple(rows) == CRITERIA
    assert all(NAMED.search(tested) for tested in rows.values())
