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


# A deal of one game, as it is sent, and the moves of the game.
D_contra = TypeVar("D_contra", contravariant=True)
M_contra = TypeVar("M_contra", contravariant=True)


class Terminal(Protocol[D_contra, M_contra]):
    """A game's module `terminal`. It draws the game's own `DealShown`, as a browser does.

    So nothing can leak, and a table on a server looks like one of our own.
    """

    def table_lines(self, deal: D_contra, reader: Reader, /) -> list[str]:
        """What lies open."""

    def hand_line(self, deal: D_contra, reader: Reader, /) -> str:
        """The reader's own cards."""

    def listing(self, deal: D_contra, reader: Reader, /) -> Listing:
        """What the reader may do."""

    def move_label(self, move: M_contra, deal: D_contra, reader: Reader, /) -> str:
        """One move in words, with players by name."""


def numbered(labels: Iterable[str], first: int = 1) -> str:
    """`1) K♠, 2) Q♠`, in which no item is parted at the end of a line."""
    return ", ".join(tied(f"{number}) {label}") for number, label in enumerate(labels, first))


def tied(text: str) -> str:
    """The text as one item, which stays on one line."""
    return text.replace(" ", TIE)
