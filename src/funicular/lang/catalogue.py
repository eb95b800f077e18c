"""The sentences of one language, read from the TOML files of its folder.

A sentence is a string with named placeholders, or a table of forms of it:

    laid = "{seat:player} lays {cards}"
    left = { one = "{n} card left", other = "{n} cards left" }       # chosen by the number n
    took = { you = "You take the trick", they = "{seat:player} takes the trick" }   # by the reader

The forms for numbers are the plural categories of CLDR (`plurals`). `other` is always there, and
stands in for any that is not. Which numbers take which form is said by the language itself
(`[language.plural]` in its `core.toml`).

The languages there are, are the folders there are: a new one needs files only.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from funicular.lang.plurals import CATEGORIES, OTHER, PluralRules, plural_rules

# A sentence, or its forms.
Forms: TypeAlias = str | dict[str, "Forms"]

# Spoken to people whose languages we have none of.
FALLBACK_LANGUAGE = "en"
# Where the folders of the languages are.
FOLDER = files("funicular.lang")

BY_READER = {"you", "they"}
BY_NUMBER = set(CATEGORIES)


class UnknownLanguage(LookupError):
    """There is no catalogue for this language, so nothing can be said in it."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All sentences of one language by dotted key (`match.not-dealt`)."""

    code: str
    name: str
    plural: PluralRules
    sentences: dict[str, Forms]

    def sentence(self, key: str, *, is_reader: bool, number: object) -> str:
        """The form of the sentence `key` for this reader and number."""
        form = self.sentences[key]
        while not isinstance(form, str):
            if "you" in form:
                form = form["you" if is_reader else "they"]
            else:
                category = self.plural.category(number)
                form = form[category if category in form else OTHER]
        return form


def is_forms(table: Mapping[str, object]) -> bool:
    """True for the forms of a sentence; false for a table of sentences."""
    return set(table) == BY_READER or (OTHER in table and set(table) <= BY_NUMBER)


def _flatten(table: dict[str, Any], prefix: str = "") -> dict[str, Forms]:
    flat: dict[str, Forms] = {}
    for name, value in table.items():
        if isinstance(value, dict) and not is_forms(value):
            flat |= _flatten(value, f"{prefix}{name}.")
        else:
            flat[prefix + name] = value
    return flat


@cache
def languages() -> tuple[str, ...]:
    """The codes of the languages there are: one for each folder of catalogue files."""
    return tuple(
        sorted(entry.name for entry in FOLDER.iterdir() if entry.joinpath("core.toml").is_file())
    )


@cache
def catalogue(code: str) -> Catalogue:
    """The catalogue of the language `code`, one of `languages()`."""
    if code not in languages():
        raise UnknownLanguage(code)
    about: dict[str, Any] = {}
    sentences: dict[str, Forms] = {}
    for entry in FOLDER.joinpath(code).iterdir():
        table = tomllib.loads(entry.read_text(encoding="utf-8"))
        about |= table.pop("language", {})
        sentences |= _flatten(table)
    return Catalogue(code, about["name"], plural_rules(about["plural"]), sentences)
