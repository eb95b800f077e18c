"""The reader of a sentence: their language, the players' names, and their own seat."""

from __future__ import annotations

import string
from collections.abc import Mapping
from functools import lru_cache
from typing import Protocol, runtime_checkable

from msgspec import Struct

from funicular.lang.catalogue import FALLBACK_LANGUAGE, catalogue
from funicular.lang.phrase import Param, Phrase


@runtime_checkable
class Spoken(Protocol):
    """A value that has a name of its own in each language, such as a card (K♠, R♠)."""

    def spoken(self, lang: str) -> str:
        """How a person would say or write it in this language."""


class Reader(Struct, frozen=True):
    """Turns phrases into sentences for one person."""

    lang: str = FALLBACK_LANGUAGE
    names: tuple[str, ...] = ()
    seat: int | None = None

    def say(self, phrase: Phrase | str, **params: Param) -> str:
        """The sentence in the reader's language. A bare key with values is a phrase too."""
        if isinstance(phrase, Phrase):
            key, params = phrase.key, phrase.params
        else:
            key = phrase
        mine = self.seat is not None and params.get("seat") == self.seat
        sentence = _sentence(self.lang, key, mine, params.get("n"))
        return _Speller(self).fill(sentence, params)

    def player(self, seat: int) -> str:
        """The name of the player in this seat, or the seat's number if the player has no name."""
        if seat < len(self.names):
            return self.names[seat]
        return self.say("seat-number", number=seat)


MINUS = "−"
# A chance that is an estimate is said no more closely to certainty than this.
ALMOST = 0.97
NUMBER_FORMS = {"number", "percent", "chance", "decimal", "hundredths", "signed-tenths"}


@lru_cache(maxsize=4096, typed=True)
def _sentence(lang: str, key: str, is_reader: bool, number: object) -> str:  # noqa: FBT001 - of a cache
    """A sentence of the catalogue in the form for this reader and number."""
    return catalogue(lang).sentence(key, is_reader=is_reader, number=number)


@lru_cache(maxsize=4096)
def _spoken(value: Spoken, lang: str) -> str:
    """A card or a move in words: there are few, and they are said again and again."""
    return str(value.spoken(lang))


@lru_cache(maxsize=4096)
def _parts(sentence: str) -> tuple[tuple[str, str | None, str], ...]:
    """A sentence of the catalogue taken apart: words, and the placeholder that follows them."""
    return tuple(
        (words, name, form or "") for words, name, form, _ in string.Formatter().parse(sentence)
    )


class _Speller:
    """Fills placeholders.

    `{seat:player}` is a name, `{points:signed}` has a sign, `{points:number}` a proper minus;
    `{share:percent}`, `{odds:chance}`, `{mean:decimal}`, `{value:hundredths}` and
    `{lead:signed-tenths}` are written as the language writes them; `{names:list}` has commas;
    cards, phrases and lists of them are put into words.
    """

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def fill(self, sentence: str, params: Mapping[str, Param]) -> str:
        """The sentence with its values."""
        filled = []
        for words, name, form in _parts(sentence):
            filled.append(words)
            if name is not None:
                filled.append(self._field(params[name], form))
        return "".join(filled)

    def _field(self, value: Param, format_spec: str) -> str:
        if isinstance(value, int | float):
            if format_spec == "player":
                return self.reader.player(int(value))
            if format_spec in NUMBER_FORMS:
                return self._number(value, format_spec)
            if format_spec == "signed":
                return f"+{value}" if value > 0 else str(value).replace("-", MINUS)
        elif format_spec == "player" and isinstance(value, tuple | list):
            return ", ".join(self.reader.player(seat) for seat in value)
        return self._spell(value, format_spec)

    def _number(self, value: float, form: str) -> str:
        if form == "number":
            return str(value).replace("-", MINUS)
        if form == "percent":
            return self.reader.say("number.percent", value=f"{100 * value:.0f}")
        if form == "chance":
            return self._chance(value)
        if form == "hundredths":
            # Nothing is less than nothing: −0.00 is 0.00.
            written = f"{round(value, 2) + 0.0:.2f}".replace("-", MINUS)
        elif form == "signed-tenths":
            rounded = round(value, 1)
            written = f"{rounded:+.1f}".replace("-", MINUS) if rounded else "0.0"
        else:
            written = f"{round(value, 1) + 0.0:.1f}".removesuffix(".0").replace("-", MINUS)
        return written.replace(".", self.reader.say("number.point"))

    def _chance(self, value: float) -> str:
        """A percentage that says 0% and 100% only of what is so: no estimate goes beyond 97%."""
        if ALMOST < value < 1:
            return self.reader.say("number.percent-over", value=f"{100 * ALMOST:.0f}")
        if 0 < value < 1 - ALMOST:
            return self.reader.say("number.percent-under", value=f"{100 * (1 - ALMOST):.0f}")
        return self._number(value, "percent")

    def _spell(self, value: Param, format_spec: str) -> str:
        if isinstance(value, Phrase):
            return self.reader.say(value)
        if isinstance(value, int | str):
            return format(value, "" if format_spec == "list" else format_spec)
        if isinstance(value, tuple | list):
            separator = ", " if format_spec == "list" else " "
            return separator.join(self._spell(item, "") for item in value)
        # Not `isinstance(value, Spoken)`: asking a protocol takes as long as the whole sentence.
        if hasattr(value, "spoken"):
            return _spoken(value, self.reader.lang)
        return format(value, "" if format_spec == "list" else format_spec)


ENGLISH = Reader()
