"""What a game's bots are made of: its policies, and what a search of it may cost.

Each game puts its own together in `bots/GAME/spec.py`; `registry` finds it there.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from funicular.core.game import Move, View

V = TypeVar("V", bound=View)
# A way to play one game without any search: a view of that game in, a move out.
Policy = Callable[[V, random.Random], Move]


def unsolved(view: View) -> None:
    """No position of the game has a known solution."""


class BotSpec(Struct, Generic[V], frozen=True, kw_only=True):
    """The bots of one game; `V` is its view."""

    beginner: Policy[V]
    casual: Policy[V]
    # The legal moves as `casual` ranks them, its own choice first.
    ranking: Callable[[V, random.Random], Sequence[Move]]
    # The move that is known to be best, where the position is solved.
    solve: Callable[[V], Move | None] = unsolved
    # The playouts that `strong` spends on a decision with the compiled kernels: less than a second.
    compiled_playouts: int
    # And in pure Python, by the number of cards in hand: a second at most.
    python_playouts: Callable[[int], int]
    # The seconds that a search takes at the most for each card that is to be played, with the
    # kernels and a third more, by level. Measured on two busy cores.
    seconds_a_card: dict[str, float] = {}
    # For how many cards that counts. It may depend only on what all can see.
    cards_to_play: Callable[[V], int]
