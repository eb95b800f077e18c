"""States that the deal at hand went through, so that taking back a move does not replay the deal.

The latest ones are kept, and before them one in every few hundred: an undo plays at most that many
moves again. It is a cache. A table is the same table whatever its past holds, so all pasts are
equal, and a snapshot leaves it out.
"""

from __future__ import annotations

from funicular.core.game import State

# States kept one by one, and how far apart the older ones are.
LATEST = 8
APART = 512


class Past:
    """Earlier states of a deal, each with the number of moves made until then. Immutable."""

    __slots__ = ("_kept",)

    def __init__(self, kept: tuple[tuple[int, State], ...] = ()) -> None:
        """Begin with these, in order."""
        self._kept = kept

    def __eq__(self, other: object) -> bool:
        """All pasts are equal: it is a cache."""
        return isinstance(other, Past)

    def __hash__(self) -> int:
        """As equal values have it."""
        return 0

    def __len__(self) -> int:
        """How many states are kept."""
        return len(self._kept)

    def and_then(self, made: int, state: State) -> Past:
        """With one more: the state after this many moves."""
        oldest = made - LATEST
        kept = [each for each in self._kept if each[0] > oldest or not each[0] % APART]
        return Past((*kept, (made, state)))

    def before(self, made: int) -> Past:
        """Only what lies before that many moves."""
        return Past(tuple(each for each in self._kept if each[0] < made))

    def nearest(self, made: int) -> tuple[int, State] | None:
        """The latest state with no more moves than this, and how many it has."""
        return next((each for each in reversed(self._kept) if each[0] <= made), None)
