"""Every relative link of every page leads to a file, and to a heading where it names one."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FENCED = re.compile(r"^ *(```+).*?^ *\1", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]+`")
LINK = re.compile(r"\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)")
HEADING = re.compile(r"^#+ +(.+?) *#*$", re.MULTILINE)


def pages() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    found = [ROOT / name for name in listed.stdout.splitlines()]
    return found or [path for folder in ("docs", "src") for path in (ROOT / folder).rglob("*.md")]


@cache
def anchors(page: Path) -> set[str]:
    """The anchors of a page, as GitHub and MkDocs both make them."""
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    plain = (re.sub(r"[^\w\s-]", "", heading).strip().lower() for heading in HEADING.findall(text))
    return {re.sub(r"\s+", "-", heading) for heading in plain}


def test_there_are_pages() -> None:
    assert len(pages()) > 20


@pytest.mark.parametrize("page", pages(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    text = CODE.sub("", FENCED.sub("", page.read_text(encoding="utf-8")))
    lost = []
    for link, anchor in LINK.findall(text):
        target = (page.parent / link).resolve() if link else page
        if not target.exists() or (
            anchor and target.suffix == ".md" and anchor not in anchors(target)
        ):
            lost.append(f"{link}#{anchor}" if anchor else link)
    assert not lost
