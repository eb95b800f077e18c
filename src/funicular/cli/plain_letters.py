"""What is written where a terminal cannot print a sign: a suit as the letter that one types for it,
a minus as `-`, letters without their accents.
"""

from __future__ import annotations

import codecs
import io
import unicodedata
from collections.abc import Mapping
from functools import cache, partial
from typing import TextIO

from funicular.games.ascenseur.cards import SUITS, SYMBOLS
from funicular.games.shorthand import words_of
from funicular.lang import Reader

# The name under which Python knows how characters are replaced that a stream cannot encode.
HANDLER = "funicular.letters"
SIGNS = {
    **dict.fromkeys("−–—‐‑‒", "-"),
    **dict.fromkeys("‘’", "'"),
    **dict.fromkeys("“”«»", '"'),
    **dict.fromkeys("↑↗▲", "^"),
    **dict.fromkeys("↓↘▼", "v"),
    **dict.fromkeys("★●•", "*"),
    **dict.fromkeys("│┃", "|"),
    "→": "->",
    "×": "x",
    "≥": ">=",
    "≤": "<=",
    "œ": "oe",
    "Œ": "OE",
    "·": "-",
}


def print_letters(stream: TextIO | None, reader: Reader) -> None:
    """From now on the stream writes letters for what it cannot print, in the reader's language."""
    if isinstance(stream, io.TextIOWrapper):
        codecs.register_error(HANDLER, partial(_replaced, letters_of(reader.lang)))
        stream.reconfigure(errors=HANDLER)


@cache
def letters_of(lang: str) -> Mapping[str, str]:
    """The letters for each sign: `H` for hearts in English, `C` for cœurs in French."""
    reader = Reader(lang)
    suits = {
        SYMBOLS[suit]: words_of(f"web.typed.ascenseur.suit.{suit}", reader)[0].upper()
        for suit in SUITS
    }
    return SIGNS | suits


def _replaced(letters: Mapping[str, str], problem: UnicodeError) -> tuple[str, int]:
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    unprintable = problem.object[problem.start : problem.end]
    return "".join(_letters(sign, letters) for sign in unprintable), problem.end


def _letters(sign: str, letters: Mapping[str, str]) -> str:
    if sign in letters:
        return letters[sign]
    spelled = unicodedata.normalize("NFKD", sign)
    return "".join(each for each in spelled if each.isascii()) or "?"
