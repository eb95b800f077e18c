"""Numbers in a row as the kernels read them: words of 32 bits, the lowest byte first.

A number of 64 bits is two words, the lower one first (`wide`); a list has its length before it
(`listed`). Nothing else is written, because the reader knows the shape
(`native/bindings/reader.hpp`).
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Iterable
from functools import lru_cache

from funicular.core.errors import BadDeal

_LONG = struct.Struct("<Q")
_HALVES = struct.Struct("<ii")


def packed(numbers: Iterable[int]) -> bytes:
    """These numbers, each of which is a word; `BadDeal` if one is too large for it."""
    try:
        words = array("i", numbers)
    except (OverflowError, TypeError) as error:
        raise BadDeal("native.position") from error
    if sys.byteorder == "big":
        words.byteswap()
    return words.tobytes()


@lru_cache(maxsize=1 << 14)  # Hands and moves, met again and again.
def wide(number: int) -> tuple[int, int]:
    """A number of 64 bits, such as a set of cards or the code of a move, as two words."""
    try:
        return _HALVES.unpack(_LONG.pack(number))
    except struct.error as error:
        raise BadDeal("native.position") from error


def listed(items: list[int]) -> list[int]:
    """A list of words, with its length before it."""
    return [len(items), *items]
