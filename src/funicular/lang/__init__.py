"""Every sentence that a person reads, in every language: one catalogue a language, keys in code.

Code never holds a sentence. It holds a key and the values that go with it (a `Phrase`). A `Reader`,
which has a language, a seat and the players' names, turns it into words. A new language is a new
folder of TOML files beside `en/`, and no code.
"""

from funicular.lang.catalogue import (
    FALLBACK_LANGUAGE,
    Catalogue,
    UnknownLanguage,
    catalogue,
    languages,
)
from funicular.lang.phrase import Param, Phrase, counted
from funicular.lang.reader import ENGLISH, Reader, Spoken

__all__ = [
    "ENGLISH",
    "FALLBACK_LANGUAGE",
    "Catalogue",
    "Param",
    "Phrase",
    "Reader",
    "Spoken",
    "UnknownLanguage",
    "catalogue",
    "counted",
    "languages",
]
