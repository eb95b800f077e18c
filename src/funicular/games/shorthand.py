"""What may be typed instead of a move's one spelling; each game has a `shorthand.py` for it.

A reading is a move that the text may mean, legal or not: where only one of them is legal it is that
one, where several are the person is asked, and where none is the rules say why not.
"""

from __future__ import annotations

import re
from typing import Protocol, TypeVar

from funicular.core.game import Move
from funicular.lang import Reader

# A deal of one game, as it is sent.
D_contra = TypeVar("D_contra", contravariant=True)


class Shorthand(Protocol[D_contra]):
    """A game's module `shorthand`."""

    def readings(self, text: str, deal: D_contra, reader: Reader, /) -> tuple[Move, ...]:
        """Every move that the text (small letters, no accents) may mean."""


def without_verb(text: str, verb: str, reader: Reader) -> str | None:
    """What follows the verb (a key of the catalogue that lists its words); None if it is not there.

    A digit may follow at once (`b3`, `t2`); a letter needs a space.
    """
    for word in reader.say(verb).split():
        found = re.fullmatch(rf"{re.escape(word)}(?:(?: +|(?=[0-9]))(.*))?", text)
        if found:
            return found[1] or ""
    return None
