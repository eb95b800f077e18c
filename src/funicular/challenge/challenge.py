"""A challenge as a value: everything that decides what a person at it meets."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from funicular.bots.levels import bot
from funicular.core.errors import BadOptions
from funicular.core.game import Game
from funicular.core.match import Match
from funicular.core.options import OptionsByName
from funicular.games.registry import make_game
from funicular.table.deals import Proven, commitment

ChallengeKind = Literal["daily", "duel"]


class Challenge(Struct, frozen=True, omit_defaults=True):
    """One challenge. Whoever knows its seed knows the cards, so it never leaves the server open."""

    id: str
    kind: ChallengeKind
    game: str
    seats: int
    # As given; the game settles them.
    options: OptionsByName
    # When the match ends, where the game does not say.
    deals: int | None
    # Where the person sits.
    seat: int
    # The bots in the other seats and the one whose result everybody is compared with, each with a
    # budget of playouts, so that they play the same on every machine (`strong@2000`).
    bots: str
    expert: str
    # What those bots think with; another engine would answer otherwise.
    engine: str
    # 32 bytes in hex.
    seed: str
    # Seconds since 1970.
    opened: float
    closes: float
    # How many may play it; None for everybody.
    players: int | None = None

    @property
    def commitment(self) -> str:
        """What is shown from the beginning: the SHA-256 of the seed."""
        return commitment(self.seed)

    @property
    def nonces(self) -> tuple[str, ...]:
        """Nobody's: the cards are the same for all, so they depend on nothing of a person's."""
        return ("",) * self.seats

    def make_game(self) -> Game:
        """The game that is played."""
        return make_game(self.game, self.seats, self.options)

    def new_match(self) -> Match:
        """The match before its first deal."""
        return self.make_game().match(deals=self.deals)


def check_challenge(challenge: Challenge) -> None:
    """Refuse what cannot be a challenge: `FunicularError` says why.

    Where several players decide at the same time, what a bot answers would depend on who was
    quicker.
    """
    match = challenge.new_match()
    if match.ending.deals is None:
        raise BadOptions("challenge.no-deals")
    bot(challenge.bots)
    bot(challenge.expert)
    # Any cards show how a deal begins.
    if len(match.deal(Proven(challenge.seed, 1, challenge.nonces)).to_act) > 1:
        raise BadOptions("challenge.at-once")
