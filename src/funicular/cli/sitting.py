"""A match that a person plays in the terminal: the person sits at seat 0, bots in the others.

A value, and all that a save has to keep. Who moves next, what the bots choose and what is dealt
follow from it alone, so that a sitting saved and read back goes on as if nothing had been.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from funicular.lang import Reader

PERSON = 0


class Sitting(Struct, frozen=True):
    """A match, the person's name (None if not given), the bots' level, and the seed of it all."""

    # Any: a match holds protocols, which msgspec cannot look into.
    match: Any
    name: str | None
    level: str
    seed: int

    def players(self, reader: Reader) -> tuple[str, ...]:
        """Everybody's name as a record keeps it."""
        name = self.name or reader.say("cli.nobody")
        seats: int = self.match.game.seats
        return (name, *bot_names(reader, seats - 1, but=name))

    def reader(self, reader: Reader) -> Reader:
        """The reader at this table: one's own seat, and “You” where no name was given."""
        names = self.players(reader)
        own = self.name or reader.say("cli.you")
        return Reader(reader.lang, (own, *names[1:]), PERSON)


def bot_names(reader: Reader, count: int, but: str = "") -> tuple[str, ...]:
    """Names for this number of bots, none of them the person's."""
    names = [name for name in reader.say("table.bot-names").split() if name != but]
    return tuple(names[:count])
