"""Views as numbers: what the kernels take, made in pure Python.

One form serves the compiled modules and the kernels in the browser (`packing`), where it comes as
base64. It needs no compiled module, so a server without a compiler can still tell a browser what to
think about.
"""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

from funicular.core.game import Move, View
from funicular.games.registry import SPECS


class Encoder(Protocol):
    """A game's file here."""

    def view_numbers(self, view: View) -> bytes:
        """What a seat sees."""

    def code_of(self, move: Move) -> int:
        """The number of a move."""


ENCODERS = {
    name: cast("Encoder", import_module(f"{__name__}.{spec.package}"))
    for name, spec in SPECS.items()
}


def kernel_name(game: str) -> str:
    """The kernel that plays a game: games that differ by their deck share one."""
    return SPECS[game].kind


def view_numbers(view: View) -> bytes:
    """What a seat sees."""
    return ENCODERS[view.setup.name].view_numbers(view)


def move_code(game: str, move: Move) -> int:
    """The number by which the kernels know a move."""
    return ENCODERS[game].code_of(move)
