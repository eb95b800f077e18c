"""Letters that look like others: what somebody might write to pass for another player.

Not every likeness, but those of the alphabets that share their shapes with Latin: Cyrillic, Greek,
Armenian, Cherokee, and a few signs. Each row names letters and, below one another, what they look
like. Letters with accents are taken apart first, so that ё looks like ë.
"""

from __future__ import annotations

import unicodedata

_ROWS = (
    # Cyrillic
    ("АВЕЅІЈКМНОРСТУХЬҮԀԚԜӀЗ", "ABESIJKMHOPCTYXbYdQWI3"),
    ("аеѕіјкорсухгһԁԛԝӏүѵꙅ", "aesijkopcyxrhdqwlyvs"),
    # Greek
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϺϳͿ", "ABEZHIKMNOPTYXCMjJ"),
    ("αγηικνοσρυχϲ", "aynikvoopuxc"),
    # Armenian
    ("ՍՏՕԼօսհոցզյլ", "USOLouhngqjl"),
    # Cherokee
    ("ᎠᎡᎢᎩᎪᎫᎬᎳᎷᎻᏀᏃᏎᏔᏙᏚᏞᏟᏢᏦᏴ", "DRTYAJEWMHGZ4WVSLCPKB"),
    # Latin letters that differ by a hair, and signs
    ("ɑɡıɩɪʟƖǀ", "agiiiLll"),
    ("’‘ʼʹ′`´ʻ", "''''''''"),
    ("‐‑‒–—−ー", "-------"),
)
# In most typefaces these cannot be told apart.
_DIGITS_AND_STROKES = {"0": "O", "1": "l", "I": "l", "|": "l"}


def _table() -> dict[int, str]:
    shapes: dict[str, str] = {}
    for letters, latin in _ROWS:
        shapes |= dict(zip(letters, latin, strict=True))
    shapes |= {letter: _DIGITS_AND_STROKES.get(latin, latin) for letter, latin in shapes.items()}
    return str.maketrans(shapes | _DIGITS_AND_STROKES)


_SHAPES = _table()

# A name has letters of one of these alphabets at most. Others, such as Han or Arabic, look like
# nothing else and may stand beside any.
_ALPHABETS = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU"})


def skeleton(name: str) -> str:
    """The shape of a name: two names with the same shape cannot be told apart."""
    apart = unicodedata.normalize("NFKD", name).translate(_SHAPES)
    return unicodedata.normalize("NFKC", apart).casefold()


def mixes_alphabets(name: str) -> bool:
    """Whether letters of two alphabets that look alike stand in one name."""
    return len({_alphabet(char) for char in unicodedata.normalize("NFKC", name)} - {""}) > 1


def _alphabet(char: str) -> str:
    if not char.isalpha():
        return ""
    first = unicodedata.name(char, "").partition(" ")[0]
    return first if first in _ALPHABETS else ""
