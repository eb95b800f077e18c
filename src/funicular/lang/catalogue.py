"""The sentences of one language, read from the TOML files of its folder.

A sentence is a string with named placeholders, or a table of forms of it:

    laid = "{seat:player} lays {cards}"
    left = { one = "{n} card left", many = "{n} cards left" }        # chosen by the number n
    took = { you = "You take the trick", they = "{seat:player} takes the trick" }   # by the reader

Which numbers take the form `one` is said by the language itself (`language.one` in its
`core.toml`): 1 in English, 0 and 1 in French.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct

Forms = str | dict[str, Any]


class UnknownLanguage(LookupError):
    """There is no catalogue for this language, so nothing can be said in it."""


class Catalogue(Struct, frozen=True):
    """All sentences of one language by dotted key (`match.not-dealt`)."""

    code: str
    name: str
    singular: frozenset[int]
    sentences: dict[str, Forms]

    def sentence(self, key: str, *, is_reader: bool, number: object) -> str:
        """The form of the sentence `key` for this reader and number."""
        form = self.sentences[key]
        while not isinstance(form, str):
            if "you" in form:
                form = form["you" if is_reader else "they"]
            else:
                form = form["one" if number in self.singular else "many"]
        return form


FORMS_BY = ({"you", "they"}, {"one", "many"})


def _flatten(table: dict[str, Any], prefix: str = "") -> dict[str, Forms]:
    flat: dict[str, Forms] = {}
    for name, value in table.items():
        if isinstance(value, dict) and set(value) not in FORMS_BY:
            flat |= _flatten(value, f"{prefix}{name}.")
        else:
            flat[prefix + name] = value
    return flat


@cache
def languages() -> tuple[str, ...]:
    """The codes of the languages there are: one for each folder of catalogue files."""
    folder = files("funicular.lang")
    return tuple(
        sorted(entry.name for entry in folder.iterdir() if entry.joinpath("core.toml").is_file())
    )


@cache
def catalogue(code: str) -> Catalogue:
    """The catalogue of the language `code`, one of `languages()`."""
    if code not in languages():
        raise UnknownLanguage(code)
    about: dict[str, Any] = {}
    sentences: dict[str, Forms] = {}
    for entry in files("funicular.lang").joinpath(code).iterdir():
        table = tomllib.loads(entry.read_text(encoding="utf-8"))
        about |= table.pop("language", {})
        sentences |= _flatten(table)
    return Catalogue(code, about["name"], frozenset(about["one"]), sentences)
