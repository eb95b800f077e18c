"""A match that a person plays in the terminal: the person sits at seat 0, bots in the others.

Who plays on from a move of a record has the seat that they asked for.

A value, and all that a save has to keep. Who moves next, what the bots choose and what is dealt
follow from it alone, so that a sitting saved and read back goes on as if nothing had been.
"""

from __future__ import annotations

from msgspec import Struct

from funicular.core.match import Match
from funicular.core.seats import put
from funicular.lang import Reader
from funicular.table.entries import GivenPosition

PERSON = 0


class Sitting(Struct, frozen=True):
    """A match, the person's name (None if not given), the bots' level, and the seed of it all."""

    match: Match
    name: str | None
    level: str
    seed: int
    # Where it is played on from: such a sitting is not saved.
    given: GivenPosition | None = None

    @property
    def seat(self) -> int:
        """Where the person sits."""
        return PERSON if self.given is None else self.given.source.seat

    def players(self, reader: Reader) -> tuple[str, ...]:
        """Everybody's name as a record keeps it."""
        name = self.name or reader.say("cli.nobody")
        others = bot_names(reader, self.match.game.seats - 1, but=name)
        return (*others[: self.seat], name, *others[self.seat :])

    def reader(self, reader: Reader) -> Reader:
        """The reader at this table: one's own seat, and “You” where no name was given."""
        own = self.name or reader.say("cli.you")
        return Reader(reader.lang, put(self.players(reader), self.seat, own), self.seat)


def bot_names(reader: Reader, count: int, but: str = "") -> tuple[str, ...]:
    """Names for this number of bots, none of them the person's."""
    names = [name for name in reader.say("table.bot-names").split() if name != but]
    return tuple(names[:count])
