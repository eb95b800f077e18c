"""How fast a seat, a watcher and a whole table may ask, however many connections they use.

A seat has one rate for talk and one for everything else, which is that of a single socket: more
sockets, or HTTP beside them, allow no more. All commands of a table have a rate of their own; once
that is used up, seats that have commanded little are still served.
"""

from __future__ import annotations

from weakref import ref

from funicular.live.admission.figures import OF_SEAT, OF_TABLE
from funicular.live.admission.rates import Rates
from funicular.live.connection import Connection
from funicular.live.refusals import TooFast
from funicular.table import commands as ask

# Seats, and those who have watched last.
MOST_REMEMBERED = 2000


class CommandRates:
    """The rates of one table."""

    def __init__(self) -> None:
        """Begin with all buckets full."""
        self._rates = Rates(OF_SEAT, OF_TABLE, most_remembered=MOST_REMEMBERED)

    def take(self, seat: int | None, command: ask.AnyCommand, sender: Connection | None) -> None:
        """Count a command; `TooFast` if it is one too many.

        Who has no seat is counted by connection, and all such over HTTP together.
        """
        owner = ref(sender) if seat is None and sender is not None else seat
        kind = "talk" if isinstance(command, ask.Say | ask.React) else "commands"
        if wait := self._rates.take(kind, (owner,)):
            raise TooFast("messages", wait)

    def take_hint(self, seat: int) -> None:
        """Count a hint that this seat asks the server for; `TooFast` if it is one too many."""
        if wait := self._rates.take("hints", (seat,)):
            raise TooFast("hints", wait)
