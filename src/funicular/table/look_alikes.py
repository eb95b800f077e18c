"""Letters that look like others: what somebody might write to pass for another player.

Not every likeness, but those of the alphabets that share their shapes with Latin: Cyrillic, Greek,
Armenian, Cherokee, Coptic, Lisu, Canadian syllabics, and a few signs. Each row names letters and,
below one another, what they look like. Small capitals and letters in circles or squares are found
by their names in Unicode. Letters with accents are taken apart first, so that ё looks like ë.
Spaces and punctuation tell nobody apart.
"""

from __future__ import annotations

import re
import sys
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
    # Coptic
    ("ⲀⲂⲈⲌⲎⲒⲔⲘⲚⲞⲢⲤⲦⲨⲬ", "ABEZHIKMNOPCTYX"),
    ("ⲟⲣⲥⲭⲓⲕⲩ", "opcxiky"),
    # Lisu
    ("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "BPDTGKJCZFMNLSRVHWXYAEIOU"),
    # Canadian syllabics
    ("ᗩᗷᑕᗪᖴᕼᒍᒪᗰᑭᖇᑌᐯᗯ᙭", "ABCDFHJLMPRUVWX"),
    # Latin letters that differ by a hair, and signs
    ("ɑɡıɩɪʟƖǀ℮⍺∣│❘", "agiiiLllealll"),
    ("’‘ʼʹ′`´ʻ", "''''''''"),
    ("‐‑‒–—−ー", "-------"),
)
# In most typefaces these cannot be told apart.
_DIGITS_AND_STROKES = {"0": "O", "1": "l", "I": "l", "|": "l"}


# "LATIN LETTER SMALL CAPITAL A", "NEGATIVE CIRCLED LATIN CAPITAL LETTER A" and their like.
_ONE_LETTER = re.compile(
    "(?=.*LATIN|REGIONAL INDICATOR).*(?:LETTER|SMALL CAPITAL|SCRIPT|BLACKLETTER) ([A-Z])"
)


def _table() -> dict[int, str]:
    shapes: dict[str, str] = {}
    for code in range(0x80, sys.maxunicode + 1):
        found = _ONE_LETTER.fullmatch(unicodedata.name(chr(code), ""))
        if found is not None and not unicodedata.decomposition(chr(code)):
            small = "SMALL" in found[0]
            shapes[chr(code)] = found[1].lower() if small else found[1]
    for letters, latin in _ROWS:
        shapes |= dict(zip(letters, latin, strict=True))
    shapes |= {letter: _DIGITS_AND_STROKES.get(latin, latin) for letter, latin in shapes.items()}
    return str.maketrans(shapes | _DIGITS_AND_STROKES)


_SHAPES = _table()

# A name has letters of one of these alphabets at most. Others, such as Han or Arabic, look like
# nothing else and may stand beside any.
_ALPHABETS = frozenset(
    {"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU", "CANADIAN"}
)
# What tells names apart: letters, accents, numbers, and pictures.
_TELLING = ("L", "M", "N", "So", "Sc")


def skeleton(name: str) -> str:
    """The shape of a name: two names with the same shape cannot be told apart."""
    apart = unicodedata.normalize("NFKD", name).translate(_SHAPES)
    shape = unicodedata.normalize("NFKC", apart).casefold()
    telling = "".join(char for char in shape if unicodedata.category(char).startswith(_TELLING))
    return telling or shape


def mixes_alphabets(name: str) -> bool:
    """Whether letters of two alphabets that look alike stand in one name."""
    return len({_alphabet(char) for char in unicodedata.normalize("NFKC", name)} - {""}) > 1


def _alphabet(char: str) -> str:
    if not char.isalpha():
        return ""
    first = unicodedata.name(char, "").partition(" ")[0]
    return first if first in _ALPHABETS else ""
