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
