"""Views as numbers: what the kernels take, made in pure Python.

One encoding serves the compiled modules and the kernels in the browser. It needs no compiled
module, so a server without a compiler can still tell a browser what to think about.

Each game's file makes a tree: a tuple has a fixed length, a list may have any. The flat form writes
the length of a list before its items, and nothing else besides the numbers, so that a reader who
knows the shape needs no other marks (`native/wasm/reader.hpp` reads it).
"""

from __future__ import annotations

from importlib import import_module
from itertools import chain
from typing import Any, Protocol, cast

from funicular.core.game import Move, View
from funicular.games.registry import SPECS


class Encoder(Protocol):
    """A game's file here."""

    def view_numbers(self, view: View) -> tuple[Any, ...]:
        """What a seat sees, as a tree of numbers."""

    def code_of(self, move: Move) -> int:
        """The number of a move."""


ENCODERS = {
    name: cast("Encoder", import_module(f"{__name__}.{spec.package}"))
    for name, spec in SPECS.items()
}


def kernel_name(game: str) -> str:
    """The kernel that plays a game: games that differ by their deck share one."""
    return SPECS[game].kind


def view_numbers(view: View) -> list[int]:
    """What a seat sees, as one list of numbers."""
    numbers: list[int] = []
    _flatten(ENCODERS[view.setup.name].view_numbers(view), numbers)
    return numbers


def numbers_text(view: View) -> str:
    """The same in decimal with a space between: sets of cards need more digits than JSON keeps."""
    return " ".join(map(str, view_numbers(view)))


def move_code(game: str, move: Move) -> int:
    """The number by which the kernels know a move."""
    return ENCODERS[game].code_of(move)


def _flatten(tree: Any, numbers: list[int]) -> None:  # noqa: ANN401 - a tree of numbers
    """Add the numbers of a tuple or list. Written to be fast: a review has thousands of views."""
    if type(tree) is list:
        numbers.append(len(tree))
        # The parts of a list are of one shape: most often seat and move of every turn.
        first = tree[0] if tree else None
        if type(first) is tuple and all(type(part) is int for part in first):
            numbers.extend(chain.from_iterable(tree))
            return
    for part in tree:
        kind = type(part)
        if kind is int:
            numbers.append(part)
        elif kind is tuple or kind is list:
            _flatten(part, numbers)
        else:
            # A bool, or an enumeration.
            numbers.append(int(part))
