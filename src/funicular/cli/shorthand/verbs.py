"""The words that may begin a move: `play`, `jouer`, `p`."""

from __future__ import annotations

import re

from funicular.lang import Reader


def without_verb(text: str, verb: str, reader: Reader) -> str | None:
    """What follows the verb (a key of the catalogue that lists its words); None if it is not there.

    A digit may follow at once (`b3`, `t2`); a letter needs a space.
    """
    for word in reader.say(verb).split():
        found = re.fullmatch(rf"{re.escape(word)}(?:(?: +|(?=[0-9]))(.*))?", text)
        if found:
            return found[1] or ""
    return None
