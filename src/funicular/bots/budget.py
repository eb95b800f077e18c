"""What a bot may spend on one decision: a number of playouts, or an amount of time.

A budget of playouts gives the same move for the same seed on every machine; a budget of time is a
bound that holds on any. A name carries one behind an @: `strong@5000`, `strong@20ms`,
`strong@1.5s`.
"""

from __future__ import annotations

import re

from msgspec import Struct

from funicular.core.errors import UnknownBot

# What people write; anything longer than an hour or larger than a billion is a slip.
WRITTEN = re.compile(r"(?P<number>[0-9]{1,10}(\.[0-9]{1,6})?)(?P<unit>ms|s|)", re.ASCII)
SECONDS = {"ms": 0.001, "s": 1.0}
MOST_PLAYOUTS = 1_000_000_000
MOST_SECONDS = 3600.0


class Budget(Struct, frozen=True):
    """One of the two: a number of playouts, or a number of seconds."""

    playouts: int | None = None
    seconds: float | None = None

    def times(self, factor: int) -> Budget:
        """This budget, `factor` times."""
        return Budget(
            None if self.playouts is None else self.playouts * factor,
            None if self.seconds is None else self.seconds * factor,
        )


def read_budget(name: str, text: str) -> Budget:
    """The budget written behind the @ of a bot's name."""
    found = WRITTEN.fullmatch(text)
    if found is None:
        raise UnknownBot("bot.bad-budget", name=name)
    number, unit = found["number"], found["unit"]
    if unit:
        seconds = float(number) * SECONDS[unit]
        if 0 < seconds <= MOST_SECONDS:
            return Budget(seconds=seconds)
    elif number.isdigit() and 0 < int(number) <= MOST_PLAYOUTS:
        return Budget(playouts=int(number))
    raise UnknownBot("bot.bad-budget", name=name)
