"""Views as numbers: what the kernels take, made in pure Python.

One encoding serves the compiled modules and the kernels in the browser. It needs no compiled
module, so a server without a compiler can still tell a browser what to think about.

Each game's file makes a tree: a tuple has a fixed length, a list may have any. The flat form writes
the length of a list before its items, and nothing else besides the numbers, so that a reader who
knows the shape needs no other marks (`native/wasm/reader.hpp` reads it).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from funicular.core.game import Move, View
from funicular.native.numbers import ascenseur, auf_ab, dnpup

# The numbers of a view, and the number of a move, by the name of the kernel.
ENCODERS: dict[str, Callable[[Any], Any]] = {
    "ascenseur": ascenseur.view_numbers,
    "auf-ab": auf_ab.view_numbers,
    "dnpup": dnpup.view_numbers,
}
CODES: dict[str, Callable[[Any], int]] = {
    "ascenseur": ascenseur.code_of,
    "auf-ab": auf_ab.code_of,
    "dnpup": dnpup.code_of,
}


def kernel_name(game: str) -> str:
    """The kernel that plays a game: both decks of Ascenseur share one."""
    return "ascenseur" if game.startswith("ascenseur-") else game


def view_numbers(view: View) -> list[int]:
    """What a seat sees, as one list of numbers."""
    return list(_flat(ENCODERS[kernel_name(view.setup.name)](view)))


def numbers_text(view: View) -> str:
    """The same in decimal with a space between: sets of cards need more digits than JSON keeps."""
    return " ".join(map(str, view_numbers(view)))


def move_code(game: str, move: Move) -> int:
    """The number by which the kernels know a move."""
    return CODES[kernel_name(game)](move)


def _flat(tree: Any) -> Iterator[int]:  # noqa: ANN401 - a tree of numbers
    if isinstance(tree, list):
        yield len(tree)
    if isinstance(tree, list | tuple):
        for part in tree:
            yield from _flat(part)
    else:
        yield int(tree)
