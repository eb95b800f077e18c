"""A fixed number for every move that a game has: what learning programs choose among.

The numbering is complete and the same for every deal of a game with these options. `VERSION` is
counted up when a number ever comes to stand for another move.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Generic, TypeVar

from funicular.core.arguments import whole_number
from funicular.core.errors import IllegalMove, shown

M = TypeVar("M")

VERSION = 1


class Actions(Generic[M]):
    """All moves of a game in an order that never changes."""

    version = VERSION

    def __init__(self, moves: Iterable[M]) -> None:
        """Take the moves, each once."""
        self.moves = tuple(moves)

    @property
    def n(self) -> int:
        """How many there are."""
        return len(self.moves)

    def move(self, action: int) -> M:
        """The move with this number, from 0 to `n - 1`."""
        number = whole_number(action)
        if number is None or not 0 <= number < self.n:
            raise IllegalMove("actions.no-move", given=shown(action), most=self.n - 1)
        return self.moves[number]

    def index(self, move: M) -> int:
        """The number of a move. The inverse of `move`."""
        try:
            number = self._numbers.get(move)
        except TypeError:  # not hashable
            number = None
        # `type`: whatever equals a move without being one is not in the list.
        if number is None or type(self.moves[number]) is not type(move):
            raise IllegalMove("actions.no-number", move=shown(move))
        return number

    def __repr__(self) -> str:
        """How many moves are numbered."""
        return f"<Actions: {self.n} moves, version {self.version}>"

    @cached_property
    def _numbers(self) -> dict[M, int]:
        return {move: number for number, move in enumerate(self.moves)}
