"""How fast a seat, a watcher and a whole table may ask, however many connections they use.

A seat has one rate for talk and one for everything else, which is that of a single socket: more
sockets, or HTTP beside them, allow no more. All commands of a table have a rate of their own; once
that is used up, seats that have commanded little are still served.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from funicular.live.connection import Connection
from funicular.live.refusals import TooFast
from funicular.live.token_bucket import Bucket, Rate
from funicular.table import commands as ask

TALK = Rate(8, 1)
# A program that plays against programs makes this many moves; a person never does.
COMMANDS = Rate(120, 40)
TABLE_TALK = Rate(30, 4)
TABLE_COMMANDS = Rate(480, 120)
# Hints that the server measures for a seat.
HINTS = Rate(10, 0.2)


class CommandRates:
    """The buckets of one table."""

    def __init__(self) -> None:
        """Begin with all of them full."""
        self._table = {True: Bucket(TABLE_TALK), False: Bucket(TABLE_COMMANDS)}
        self._seats: dict[tuple[int | None, bool], Bucket] = {}
        self._hints: dict[int, Bucket] = {}
        self._watchers: WeakKeyDictionary[Connection, Bucket] = WeakKeyDictionary()

    def take(self, seat: int | None, command: ask.AnyCommand, sender: Connection | None) -> None:
        """Count a command; `TooFast` if it is one too many.

        Who has no seat is counted by connection, and all such over HTTP together.
        """
        talk = isinstance(command, ask.Say | ask.React)
        own = self._bucket(seat, sender, talk=talk)
        table = self._table[talk]
        wait = own.wait() or (table.wait() if own.is_low else 0.0)
        if wait:
            raise TooFast("messages", wait)
        own.take()
        table.take()

    def take_hint(self, seat: int) -> None:
        """Count a hint that this seat asks the server for; `TooFast` if it is one too many."""
        bucket = self._hints.setdefault(seat, Bucket(HINTS))
        if wait := bucket.wait():
            raise TooFast("hints", wait)
        bucket.take()

    def _bucket(self, seat: int | None, sender: Connection | None, *, talk: bool) -> Bucket:
        if seat is None and sender is not None:
            return self._watchers.setdefault(sender, Bucket(COMMANDS))
        return self._seats.setdefault((seat, talk), Bucket(TALK if talk else COMMANDS))
