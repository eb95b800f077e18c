"""What people write for others to read: names and chat.

Pages and terminals show it as text, never as markup. What remains to be feared are characters that
do not show what they are: those that turn the direction of the text around them, those that nobody
sees, accents piled up over other lines. A name with any of them is refused, because it is there to
tell people apart. From a line of chat they are taken out, because people mean no harm with them:
an emoji has invisible joints, and French has spaces of its own.
"""

from __future__ import annotations

import re
import unicodedata

# They count as letters, symbols or accents, and show nothing.
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
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
        and not BLANK & set(name)
        and _accents(name) <= MOST_ACCENTS
        and any(unicodedata.category(char)[0] in "LNSP" for char in name)
    )


def same_name(one: str, other: str) -> bool:
    """Whether people would take the two for one: capitals and forms of letters aside."""
    return folded(one) == folded(other)


def folded(name: str) -> str:
    """A name as it is compared."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


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
        elif kind not in HIDDEN and char not in BLANK and accents <= MOST_ACCENTS:
            kept.append(char)
    return "".join(kept).strip()


def _accents(text: str) -> int:
    """The most accents that follow one another."""
    most = run = 0
    for char in text:
        run = run + 1 if unicodedata.category(char) in ACCENTS else 0
        most = max(most, run)
    return most
