"""The glossary: in order, so that a word is found, and each word once."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "glossary.md"
ROWS = re.findall(
    r"^\| (.+?) \| (.+?) \| (.+?) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE
)
WORDS = [word for word, _, _ in ROWS[2:]]


def test_every_word_is_there_once() -> None:
    assert len(WORDS) > 100
    assert len(WORDS) == len(set(WORDS))


def test_words_are_in_order() -> None:
    plain = [re.sub(r"[^a-z ]", "", word.lower()) for word in WORDS]
    assert plain == sorted(plain)
