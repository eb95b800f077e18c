"""A sentence before it has a language: a key of the catalogue and the values it speaks of."""

from __future__ import annotations

from msgspec import Struct

# What a placeholder may hold is decided by the sentence, which is data.
Param = object


class Phrase(Struct, frozen=True):
    """A key and its values. `Reader.say` makes it a sentence."""

    key: str
    params: dict[str, Param] = {}

    @classmethod
    def of(cls, key: str, **params: Param) -> Phrase:
        """Write `Phrase.of("match.won", seat=2)`."""
        return cls(key, params)


# Beyond this a figure is easier to read.
MOST_IN_WORDS = 9


def counted(n: int, value: int) -> dict[str, Param]:
    """What a sentence about so many cards of one value needs: `three 4s`."""
    count = Phrase.of(f"number.word.{n}") if n <= MOST_IN_WORDS else n
    return {"n": n, "count": count, "value": value}
