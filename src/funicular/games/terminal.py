"""How a game is drawn in a terminal: what `games/GAME/terminal.py` offers, and what all share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

from msgspec import Struct

from funicular.core.game import Move
from funicular.lang import Reader

# Between the words of one item, so that folding does not part them, and where French has a space
# but no end of a line; shown as a space.
TIE = "\u00a0"


class Listing(Struct, frozen=True):
    """The legal moves as lines, and which of them a number picks: 1 the first, 2 the second, …"""

    lines: tuple[str, ...]
    numbered: tuple[Move, ...]


# A view and the moves of one game.
V_contra = TypeVar("V_contra", contravariant=True)
M_contra = TypeVar("M_contra", contravariant=True)


class Terminal(Protocol[V_contra, M_contra]):
    """A game's module `terminal`. Everything is made from a view, so nothing can leak."""

    def table_lines(self, view: V_contra, reader: Reader, /) -> list[str]:
        """What lies open."""

    def hand_line(self, view: V_contra, reader: Reader, /) -> str:
        """The reader's own cards."""

    def listing(self, view: V_contra, reader: Reader, /) -> Listing:
        """What the reader may do."""

    def move_label(self, move: M_contra, view: V_contra, reader: Reader, /) -> str:
        """One move in words, with players by name."""


def numbered(labels: Iterable[str], first: int = 1) -> str:
    """`1) K♠, 2) Q♠`, in which no item is parted at the end of a line."""
    return ", ".join(tied(f"{number}) {label}") for number, label in enumerate(labels, first))


def tied(text: str) -> str:
    """The text as one item, which stays on one line."""
    return text.replace(" ", TIE)
