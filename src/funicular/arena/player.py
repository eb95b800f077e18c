"""Who sits at the arena's table: a bot of ours, the clairvoyant, a program from outside.

A player is asked move by move, with the state and its seat. What it may look at is its own affair
to keep: a bot is handed the seat's view and nothing else, an outside program what can be written
of that view. Only the clairvoyant, the top of the scale, looks at the state itself.
"""

from __future__ import annotations

import random
from typing import Protocol

from funicular.bots.bot import Bot
from funicular.bots.clairvoyant import NAME as CLAIRVOYANT
from funicular.bots.clairvoyant import Clairvoyant, clairvoyant
from funicular.bots.levels import bot
from funicular.core.errors import FunicularError
from funicular.core.game import Move, State

# How the name of an external program begins; the second allows it a time of its own.
EXTERNAL = ("outside:", "outside@")


class Forfeit(FunicularError):
    """A player has thrown the deal away: an illegal move, a crash, a hang, garbage.

    It carries a sentence of the catalogue about the player, whatever its seat. The values in it
    are written to the results file: text, numbers, and phrases made of them.
    """


class Player(Protocol):
    """A player at the arena's table.

    It plays many deals, one after another and never two at once, perhaps of several games: each
    `choose` says in its state which. A player who sits in two seats of a table is two players.
    """

    @property
    def name(self) -> str:
        """The entrant's name, as `player` took it."""

    def choose(self, state: State, seat: int, rng: random.Random) -> Move:
        """A move for this seat, whose turn it is. `Forfeit` throws the deal away.

        Any other `FunicularError` counts as a forfeit too, as does a move that is not legal.
        """

    def over(self, state: State, seat: int) -> None:
        """Hear that the deal is over, also one that another player has thrown away. No errors."""

    def close(self) -> None:
        """Leave for good, taking along whatever was started. May be called twice."""


class BotPlayer:
    """One of our bots, which receives views only."""

    def __init__(self, bot: Bot, name: str) -> None:
        """Take the bot and the name it was asked for by."""
        self.bot = bot
        self.name = name

    def choose(self, state: State, seat: int, rng: random.Random) -> Move:
        """What the bot makes of this seat's view."""
        return self.bot.choose(state.view(seat), rng)

    def over(self, state: State, seat: int) -> None:
        """Nothing: a bot keeps nothing from one deal to the next."""

    def close(self) -> None:
        """Nothing: a bot has started nothing."""


class ClairvoyantPlayer:
    """The top of the scale, the one player who sees all cards."""

    def __init__(self, clairvoyant: Clairvoyant) -> None:
        """Take the clairvoyant."""
        self.clairvoyant = clairvoyant
        self.name = clairvoyant.name

    def choose(self, state: State, seat: int, rng: random.Random) -> Move:
        """What is best, all cards open."""
        return self.clairvoyant.choose_knowing(state, seat, rng)

    def over(self, state: State, seat: int) -> None:
        """Nothing, as for a bot."""

    def close(self) -> None:
        """Nothing, as for a bot."""


def is_clairvoyant(entrant: str) -> bool:
    """Whether this is the top of the scale, whatever its budget."""
    return entrant.partition("@")[0] == CLAIRVOYANT


def player(entrant: str) -> Player:
    """The player of this name: `casual`, `strong@1s`, `clairvoyant@100ms`, `outside:COMMAND`."""
    if entrant.startswith(EXTERNAL):
        # Only where it is wanted: most runs start no program.
        from funicular.arena.external import external_player  # noqa: PLC0415

        return external_player(entrant)
    if is_clairvoyant(entrant):
        _, at, budget = entrant.partition("@")
        return ClairvoyantPlayer(clairvoyant(budget if at else None))
    return BotPlayer(bot(entrant), entrant)
