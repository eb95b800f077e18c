"""What may be typed instead of a move's one spelling; each game has a `shorthand.py` for it.

A reading is a move that the text may mean, legal or not: where only one of them is legal it is that
one, where several are the person is asked, and where none is the rules say why not. The words are
those of the catalogue, several to a key, and the same that the browser understands
(`typed_move.ts`): `tests/golden/typed_moves.json` is read by the tests of both.
"""

from __future__ import annotations

import re
from typing import Protocol, TypeVar

from funicular.core.game import Move
from funicular.lang import Reader
from funicular.lang.plain_text import plain

# A deal of one game, as it is sent.
D_contra = TypeVar("D_contra", contravariant=True)

# The numbers that the catalogue has words for.
LARGEST_WORD = 9
SIGNS = re.compile(r"(?:[,;:!?\"'“”«»\s]|\.(?![0-9]))+")


class Shorthand(Protocol[D_contra]):
    """A game's module `shorthand`."""

    def readings(self, text: str, deal: D_contra, reader: Reader, /) -> tuple[Move, ...]:
        """Every move that the text (small letters, no accents, no stray signs) may mean."""


def without_signs(text: str) -> str:
    """`without_signs("4-4, 4-5!") == "4-4 4-5"`."""
    return SIGNS.sub(" ", text).strip()


def words_of(key: str, reader: Reader) -> list[str]:
    """The words that the language has for this."""
    return plain(reader.say(key)).split()


def after(text: str, key: str, reader: Reader) -> str | None:
    """What follows one of these words; None where the text begins with none.

    A digit may follow at once (`b3`, `t2`); a letter needs a space.
    """
    for word in words_of(key, reader):
        found = re.fullmatch(rf"{re.escape(word)}(?:(?: +|(?=[0-9]))(.*))?", text)
        if found:
            return found[1] or ""
    return None


def without(text: str, key: str, reader: Reader) -> str:
    """The text without these little words."""
    little = words_of(key, reader)
    return " ".join(word for word in text.split() if word not in little)


def number_in(word: str, reader: Reader) -> int | None:
    """The number that this word is, in figures or in words; None for any other word."""
    if re.fullmatch(r"[0-9]{1,2}", word):
        return int(word)
    if word in words_of("web.typed.nought", reader):
        return 0
    names = (plain(reader.say(f"number.word.{n}")) for n in range(1, LARGEST_WORD + 1))
    return next((n for n, name in enumerate(names, 1) if word in {name, f"{name}s"}), None)


def in_figures(text: str, reader: Reader) -> str:
    """With figures for the numbers that are written as words: `two 4s` is `2 4`."""

    def figures(word: str) -> str:
        if word.isdigit():
            return word
        number = number_in(word, reader)
        return re.sub(r"^([0-9]+)s$", r"\1", word) if number is None else str(number)

    return " ".join(map(figures, text.split()))
