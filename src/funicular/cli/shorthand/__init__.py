"""What may be typed instead of a move's one spelling, one file a game.

A reading is a move that the text may mean, legal or not: where only one of them is legal it is that
one, where several are the person is asked, and where none is the rules say why not.
"""

from __future__ import annotations

from typing import Any, Protocol

from funicular.cli.shorthand import ascenseur, auf_ab, dnpup
from funicular.core.game import Move
from funicular.lang import Reader


class Shorthand(Protocol):
    """What the file of a game's shorthand holds."""

    def readings(self, text: str, view: Any, reader: Reader, /) -> tuple[Move, ...]:  # noqa: ANN401 - its own view
        """Every move that the text (small letters, no accents) may mean."""


SHORTHANDS: dict[str, Shorthand] = {
    "auf-ab": auf_ab,
    "dnpup": dnpup,
    "ascenseur-52": ascenseur,
    "ascenseur-32": ascenseur,
}
