"""One family of errors, each a sentence that says which rule, what was expected, what to do.

An error carries a key of the catalogue and its values, so that the same error speaks English in a
traceback and French at a French table.
"""

from __future__ import annotations

from funicular.lang import ENGLISH, Param, Phrase, Reader


class FunicularError(ValueError):
    """Anything that this library refuses. Nothing has changed when it is raised."""

    def __init__(self, key: str, /, **params: Param) -> None:
        """Take the catalogue's key of the sentence and the values it speaks of."""
        self.phrase = Phrase(key, params)
        super().__init__(key)

    def __str__(self) -> str:
        """Give the sentence in English."""
        return self.say(ENGLISH)

    def say(self, reader: Reader) -> str:
        """Give the sentence in the reader's language, with the players' names."""
        return reader.say(self.phrase)


class IllegalMove(FunicularError):
    """A move that the rules forbid here. `rule` is its number on the rules page, if it has one."""

    def __init__(self, key: str, /, rule: str | None = None, **params: Param) -> None:
        """Take the sentence, its values, and the number of the rule broken."""
        super().__init__(key, **params)
        self.rule = rule

    def say(self, reader: Reader) -> str:
        """Give the sentence, followed by the number of the rule."""
        sentence = super().say(reader)
        return sentence if self.rule is None else f"{sentence} ({self.rule})"


class BadOptions(FunicularError):
    """An unknown game, a wrong number of seats, an unknown, ill-typed or contradictory option."""


class BadDeal(FunicularError):
    """Cards that cannot have been dealt: twice, missing, of another deck, unequal hands."""


class BadText(FunicularError):
    """Text that is no card or no move of this game."""


class BadRecord(FunicularError):
    """A record that is damaged, or that the rules cannot have produced. It says where."""


class UnknownBot(FunicularError):
    """A bot level that does not exist."""


class BadSeat(FunicularError):
    """A seat that the game does not have."""


class MissingPackage(FunicularError, ImportError):
    """A package that only some parts need is not installed: which, and how to install it."""


LONGEST_SHOWN = 60


def shown(value: object) -> str:
    """What somebody gave us, as an error may show it: short, and whatever it is."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - another's repr may raise anything; huge ints raise ValueError
        text = type(value).__name__
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
