"""The list of decisions: each record once, in the order of the numbers that Markdown will show."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "docs" / "decisions"
LISTED = re.findall(
    r"^(\d+)\. \[(.+?)\]\((\d{4}-[\w-]+\.md)\)",
    (FOLDER / "README.md").read_text(encoding="utf-8"),
    re.MULTILINE,
)


def test_each_record_is_listed_once_in_order() -> None:
    assert [name for _, _, name in LISTED] == sorted(path.name for path in FOLDER.glob("0*.md"))


def test_the_numbers_shown_are_those_of_the_records() -> None:
    """Markdown counts on from the first number, whatever is written before the others."""
    for shown, (written, title, name) in enumerate(LISTED, 1):
        assert shown == int(written) == int(name[:4])
        heading = (FOLDER / name).read_text(encoding="utf-8").partition("\n")[0]
        assert heading == f"# {shown}. {title}"
