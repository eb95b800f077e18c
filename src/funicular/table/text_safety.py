"""What people write for others to read: names and chat.

Pages and terminals show it as text, never as markup. What remains to be feared are characters that
do not show what they are: those that turn the direction of the text around them, those that nobody
sees, accents piled up over other lines. A name with any of them is refused, because it is there to
tell people apart; so is one that mixes alphabets which look alike, and a name that looks like
another's is that name (`look_alikes`). From a line of chat they are taken out, because people mean
no harm with them: an emoji has invisible joints, and French has spaces of its own.
"""

from __future__ import annotations

import re
import unicodedata

from funicular.table.look_alikes import mixes_alphabets, skeleton

# They count as letters, symbols or accents, and show nothing.
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
# They count as accents, and choose another shape of the character before them, or nothing at all.
EMOJI_SELECTORS = frozenset("\ufe0e\ufe0f")
MONGOLIAN_SELECTORS = frozenset("\u180b\u180c\u180d\u180f")
IDEOGRAPH_SELECTORS = frozenset(map(chr, range(0xE0100, 0xE01F0)))
SELECTORS = frozenset(map(chr, range(0xFE00, 0xFE10))) | MONGOLIAN_SELECTORS | IDEOGRAPH_SELECTORS
# Signs that are pictures only if one asks for it, and are not counted among the symbols.
PICTURES_ON_REQUEST = frozenset("#*0123456789\u203c\u2049\u3030\u303d")
JOINER = "\u200d"
# Written languages need two or three over one letter.
MOST_ACCENTS = 3
ACCENTS = ("Mn", "Me")
SPACES = ("Zs", "Zl", "Zp")
HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn")
# Between two signs that a joiner makes one: pictures, and letters of scripts that need it.
_JOINED = re.compile(f"(?<=[^\\s\\x00-\\x7f]){JOINER}(?=[^\\s\\x00-\\x7f])")
_MARK = "\ue000"


def is_plain_name(name: str) -> bool:
    """Whether a name shows all that it is."""
    return (
        name == name.strip()
        and name.isprintable()
        and "  " not in name
        and not (BLANK | SELECTORS) & set(name)
        and not mixes_alphabets(name)
        and _accents(name) <= MOST_ACCENTS
        and any(unicodedata.category(char)[0] in "LNSP" for char in name)
    )


def same_name(one: str, other: str) -> bool:
    """Whether people would take the two for one: by their letters, or by how they look."""
    return folded(one) == folded(other) or skeleton(one) == skeleton(other)


def folded(name: str) -> str:
    """A name as it is compared."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def name_shape(name: str) -> str:
    """What two names share that would be taken for one, whatever their case: for a list of names.

    A capital I looks like l, and is i.
    """
    return skeleton(folded(name)).replace("i", "l")


def plain_line(text: str) -> str:
    """A line of chat without what does not show; it may be empty."""
    # A private character, which nobody may send, keeps the place of the joints that stay.
    marked = _JOINED.sub(_MARK, text.replace(_MARK, ""))
    kept: list[str] = []
    accents = 0
    for char in unicodedata.normalize("NFC", marked):
        kind = unicodedata.category(char)
        accents = accents + 1 if kind in ACCENTS else 0
        if char == _MARK:
            kept.append(JOINER)
        elif char in "\t\n\r" or kind in SPACES:
            # A narrow space before “!” may stay what it is.
            kept.append(char if char in "\u00a0\u202f" else " ")
        elif char in SELECTORS:
            if kept and _selects(char, kept[-1]):
                kept.append(char)
        elif kind not in HIDDEN and char not in BLANK and accents <= MOST_ACCENTS:
            kept.append(char)
    return "".join(kept).strip()


def _selects(selector: str, base: str) -> bool:
    """Whether this character may have another shape that the selector asks for."""
    if selector in EMOJI_SELECTORS:
        return unicodedata.category(base) in ("So", "Sm") or base in PICTURES_ON_REQUEST
    name = unicodedata.name(base, "")
    if selector in IDEOGRAPH_SELECTORS:
        return name.startswith("CJK UNIFIED IDEOGRAPH")
    # No letter but the Mongolian ones has shapes of its own to choose from.
    return selector in MONGOLIAN_SELECTORS and name.startswith("MONGOLIAN LETTER")


def _accents(text: str) -> int:
    """The most accents that follow one another."""
    most = run = 0
    for char in text:
        run = run + 1 if unicodedata.category(char) in ACCENTS else 0
        most = max(most, run)
    return most
