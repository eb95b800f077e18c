"""What a game's bots are made of: its policies, and what a search of it may cost.

Each game puts its own together in `bots/GAME/spec.py`; `registry` finds it there.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from funicular.bots.player_types import PolicyChances
from funicular.core.game import Move, State, View

# What one game has: its views, its moves, its states.
V = TypeVar("V", bound=View)
M = TypeVar("M", bound=Move)
S = TypeVar("S", bound=State)
# A way to play one game without any search: a view of that game in, a move out.
Policy = Callable[[V, random.Random], Move]


def unsolved(view: View) -> None:
    """No position of the game has a known solution."""


class SolvedMove(Struct, frozen=True):
    """A move whose results are known exactly: what it may bring, and how likely that is."""

    # Points and chances, the fewest points first.
    results: tuple[tuple[int, float], ...]
    value: float
    # The chance of what the game is about.
    goal: float

    def quantile(self, share: float) -> float:
        """The points that it brings no more than in this share of all cases."""
        below = 0.0
        for points, chance in self.results:
            below += chance
            if share < below:
                return points
        return self.results[-1][0]


def unsolved_values(view: View) -> None:
    """No position of the game has known values."""


class BotSpec(Struct, Generic[V, M, S], frozen=True, kw_only=True):
    """The bots of one game."""

    beginner: Policy[V]
    casual: Policy[V]
    # The legal moves as `casual` ranks them, its own choice first.
    ranking: Callable[[V, random.Random], Sequence[Move]]
    # How likely a player with this view makes this move, up to a factor that is the same for all
    # hands it may have: it makes worlds more or less plausible.
    likelihood: Callable[[V, M], float]
    # The chance of this move by each policy that other seats may follow (`player_types`).
    chances: Callable[[V, M], PolicyChances]
    # What the game is about besides points, a name among an evaluation's chances; and whether a
    # seat has it once the deal is over.
    goal: str
    has_goal: Callable[[S, int], bool]
    # Whether a seat has it or will not, whatever is hidden and whatever legal moves follow: for the
    # view of a seat that has just moved, while the deal is not over.
    goal_is_decided: Callable[[V], bool]
    # The points by which a move must lead before it is worth telling anybody, as a puzzle does.
    least_lead: Callable[[V], float]
    # The move that is known to be best, where the position is solved.
    solve: Callable[[V], Move | None] = unsolved
    # And the results of each legal move, in their order.
    solved_values: Callable[[V], tuple[SolvedMove, ...] | None] = unsolved_values
    # The playouts that `strong` spends on a decision with the compiled kernels: less than a second.
    compiled_playouts: int
    # The worlds in which a hint at a table races the moves: less than a second on a slow phone.
    hint_worlds: int
    # And in pure Python, by the number of cards in hand: a second at most.
    python_playouts: Callable[[int], int]
    # The seconds that a search takes at the most for each card that is to be played, with the
    # kernels and a third more, by level. Measured on two busy cores.
    seconds_a_card: dict[str, float] = {}
    # How strong each level is in whole matches, by the name of the game: openskill's value and
    # deviation, measured in short matches of three levels (docs/profiles.md has the counts).
    match_ratings: dict[str, dict[str, tuple[float, float]]] = {}
    # For how many cards that counts. It may depend only on what all can see.
    cards_to_play: Callable[[V], int]
