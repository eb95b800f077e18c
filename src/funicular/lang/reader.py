"""The reader of a sentence: their language, the players' names, and their own seat."""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from funicular.lang.catalogue import catalogue
from funicular.lang.phrase import Param, Phrase


@runtime_checkable
class Spoken(Protocol):
    """A value that has a name of its own in each language, such as a card (K♠, R♠)."""

    def spoken(self, lang: str) -> str:
        """How a person would say or write it in this language."""


class Reader(Struct, frozen=True):
    """Turns phrases into sentences for one person."""

    lang: str = "en"
    names: tuple[str, ...] = ()
    seat: int | None = None

    def say(self, phrase: Phrase | str, **params: Param) -> str:
        """The sentence in the reader's language. A bare key with values is a phrase too."""
        if isinstance(phrase, Phrase):
            key, params = phrase.key, phrase.params
        else:
            key = phrase
        words = catalogue(self.lang)
        mine = self.seat is not None and params.get("seat") == self.seat
        sentence = words.sentence(key, is_reader=mine, number=params.get("n"))
        return _Speller(self).vformat(sentence, (), params)

    def player(self, seat: int) -> str:
        """The name of the player in this seat, or the seat's number if the player has no name."""
        if seat < len(self.names):
            return self.names[seat]
        return self.say("seat-number", number=seat)


MINUS = "−"
NUMBER_FORMS = {"number", "percent", "decimal"}


class _Speller(string.Formatter):
    """Fills placeholders.

    `{seat:player}` is a name, `{points:signed}` has a sign, `{points:number}` a proper minus;
    `{share:percent}` and `{mean:decimal}` are written as the language writes them; `{names:list}`
    has commas; cards, phrases and lists of them are put into words.
    """

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:  # noqa: ANN401 - the signature of string.Formatter
        return kwargs[str(key)] if isinstance(key, str) else args[key]

    def format_field(self, value: Any, format_spec: str) -> str:  # noqa: ANN401 - as above
        if format_spec == "player":
            if isinstance(value, tuple | list):
                return ", ".join(self.reader.player(seat) for seat in value)
            return self.reader.player(value)
        if format_spec in NUMBER_FORMS:
            return self._number(value, format_spec)
        if format_spec == "signed":
            return f"+{value}" if value > 0 else str(value).replace("-", MINUS)
        return self._spell(value, format_spec)

    def _number(self, value: float, form: str) -> str:
        if form == "number":
            return str(value).replace("-", MINUS)
        if form == "percent":
            return self.reader.say("number.percent", value=f"{100 * value:.0f}")
        written = f"{value:.1f}".removesuffix(".0").replace("-", MINUS)
        return written.replace(".", self.reader.say("number.point"))

    def _spell(self, value: Any, format_spec: str) -> str:  # noqa: ANN401 - as above
        if isinstance(value, Phrase):
            return self.reader.say(value)
        if isinstance(value, int | str):
            return format(value, "" if format_spec == "list" else format_spec)
        if isinstance(value, Spoken):
            return value.spoken(self.reader.lang)
        if isinstance(value, tuple | list):
            separator = ", " if format_spec == "list" else " "
            return separator.join(self._spell(item, "") for item in value)
        return format(value, "" if format_spec == "list" else format_spec)


ENGLISH = Reader()
