"""The clairvoyant: the same search by a player who sees all cards. The top of the arena's scale.

It is no bot, since a bot receives a view: it is asked with the state itself. No live table ever
seats it.
"""

from __future__ import annotations

import random

from msgspec import Struct

from funicular.bots.budget import Budget, read_budget
from funicular.bots.engine import think_knowing
from funicular.core.errors import IllegalMove
from funicular.core.game import Move, State

NAME = "clairvoyant"


class Clairvoyant(Struct, frozen=True):
    """A player who sees through the backs of cards; with the usual budget where it has none."""

    name: str
    budget: Budget | None

    def choose_knowing(self, state: State, seat: int, rng: random.Random) -> Move:
        """The best move found for this seat, whose turn it is."""
        moves = state.legal_moves(seat)
        if not moves:
            raise IllegalMove("bot.not-its-turn")
        return moves[0] if len(moves) == 1 else think_knowing(state, seat, rng, self.budget)


def clairvoyant(budget: str | None = None) -> Clairvoyant:
    """The clairvoyant, perhaps with a budget as it is written behind an @: `100ms`, `5000`."""
    if budget is None:
        return Clairvoyant(NAME, None)
    name = f"{NAME}@{budget}"
    return Clairvoyant(name, read_budget(name, budget))
