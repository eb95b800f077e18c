"""Who is at the table just now: whose sockets are open, and who has been away for how long.

Somebody who is away longer than the grace has their seat kept by a bot, but only while another
person is there to play with: nobody's evening is played out in their absence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from time import monotonic

from funicular.core.errors import BadRecord
from funicular.core.wire import from_json, to_json
from funicular.live.connection import Connection
from funicular.table.table import Table

# Guests who are remembered: far more than can sit at a table, however many come and go.
MOST_GUESTS = 64
# How often each guest is connected to a server; "" is whoever only watches.
Connected = dict[str, int]


def written(listeners: Iterable[Connection]) -> bytes:
    """Who is connected to this server, for the others."""
    return to_json(Counter(each.guest or "" for each in listeners))


class Presence:
    """Kept by a room; `present`, `kept` and `next_change` follow from it."""

    def __init__(self, grace: float) -> None:
        """Begin with everybody just gone, as after a restart."""
        self._grace = grace
        self._began = monotonic()
        # When somebody who has no socket was last heard of.
        self._last: dict[str, float] = {}
        self._told: tuple[bytes, ...] = ()
        self._elsewhere: Connected = {}

    def heard(self, guest: str | None) -> None:
        """This guest was here just now."""
        if guest is not None:
            self._last.pop(guest, None)
            self._last[guest] = monotonic()
            if len(self._last) > MOST_GUESTS:
                del self._last[next(iter(self._last))]

    def knows(self, told: Sequence[bytes]) -> bool:
        """Whether other servers have said this already."""
        return tuple(told) == self._told

    def are_elsewhere(self, told: Sequence[bytes]) -> None:
        """Take what other servers say of who is connected to them."""
        self._told = tuple(told)
        found: Counter[str] = Counter()
        for each in told:
            try:
                found.update(from_json(each, Connected))
            except BadRecord:
                # Of a server of another version: it is as if they were not there.
                continue
        for guest in self._elsewhere:
            if guest not in found:
                self.heard(guest)
        self._elsewhere = dict(found)

    def present(self, table: Table, listeners: Iterable[Connection]) -> frozenset[int]:
        """The seats whose person has a socket, here or elsewhere."""
        guests = {each.guest for each in listeners} | {*self._elsewhere}
        seats = {table.seat_of(guest) for guest in guests}
        return frozenset(seat for seat in seats if seat is not None)

    def watchers(self, table: Table, listeners: Iterable[Connection]) -> int:
        """How many sockets belong to nobody with a seat."""
        here = sum(table.seat_of(each.guest) is None for each in listeners)
        away = sum(n for guest, n in self._elsewhere.items() if table.seat_of(guest) is None)
        return here + away

    @property
    def anybody_elsewhere(self) -> bool:
        """Whether anybody is connected to another server."""
        return bool(self._elsewhere)

    def kept(self, table: Table, present: frozenset[int]) -> frozenset[int]:
        """The seats that bots play for people who are away."""
        if not present:
            return frozenset()
        now = monotonic()
        return frozenset(
            seat for seat in table.people if seat not in present and now >= self._until(table, seat)
        )

    def next_change(
        self, table: Table, present: frozenset[int], kept: frozenset[int]
    ) -> float | None:
        """In how many seconds another seat is to be kept than those that are; None if none is."""
        if not present:
            return None
        now = monotonic()
        # Whoever's time has come since `kept` was asked is kept at the next look: at once.
        waits = [
            max(0.0, self._until(table, seat) - now)
            for seat in table.people
            if seat not in present and seat not in kept
        ]
        return min(waits, default=None)

    def _until(self, table: Table, seat: int) -> float:
        guest = table.places[seat].guest or ""
        return self._last.get(guest, self._began) + self._grace
