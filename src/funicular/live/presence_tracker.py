"""Who is at the table just now: whose sockets are open, and who has been away for how long.

A bot keeps the seat of a person who is away for longer than the grace, but only while another
person is there to play with: nobody's evening is played out in their absence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from time import monotonic

from funicular.core.errors import BadRecord
from funicular.core.wire import from_json, to_json
from funicular.live.connection import Connection
from funicular.table.presence import Presence
from funicular.table.table import Table

# Guests who are remembered: far more than can sit at a table, however many come and go.
MOST_GUESTS = 64
# How often each guest is connected to a server; "" stands for all who only watch.
Connected = dict[str, int]


def written(connections: Iterable[Connection]) -> bytes:
    """Who is connected to this server, for the others."""
    return to_json(Counter(each.guest or "" for each in connections))


class PresenceTracker:
    """Kept by a room; the `Presence` of a moment follows from it."""

    def __init__(self, grace: float) -> None:
        """Begin with everybody just gone, as after a restart."""
        self._grace = grace
        self._began = monotonic()
        # When a guest who has no socket was last heard of.
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

    @property
    def anybody_elsewhere(self) -> bool:
        """Whether anybody is connected to another server."""
        return bool(self._elsewhere)

    def look(self, table: Table, connections: Iterable[Connection]) -> Presence:
        """Who is at the table now, with these connections here."""
        present = self._present(table, connections)
        watchers = self._watchers(table, connections)
        return Presence(present, self._kept(table, present), watchers)

    def next_change(self, table: Table, presence: Presence) -> float | None:
        """In how many seconds another seat is to be kept than those that are; None if none is."""
        if not presence.present:
            return None
        now = monotonic()
        # A person whose time has come since the last look is kept at the next one: at once.
        waits = [
            max(0.0, self._until(table, seat) - now)
            for seat in table.people
            if seat not in presence.present and seat not in presence.kept
        ]
        return min(waits, default=None)

    def _present(self, table: Table, connections: Iterable[Connection]) -> frozenset[int]:
        """The seats whose person has a socket, here or elsewhere."""
        guests = {each.guest for each in connections} | {*self._elsewhere}
        seats = {table.seat_of(guest) for guest in guests}
        return frozenset(seat for seat in seats if seat is not None)

    def _watchers(self, table: Table, connections: Iterable[Connection]) -> int:
        """How many sockets belong to nobody with a seat."""
        here = sum(table.seat_of(each.guest) is None for each in connections)
        away = sum(n for guest, n in self._elsewhere.items() if table.seat_of(guest) is None)
        return here + away

    def _kept(self, table: Table, present: frozenset[int]) -> frozenset[int]:
        """The seats that bots play for people who are away."""
        away = [seat for seat in table.people if seat not in present] if present else []
        if not away:
            return frozenset()
        now = monotonic()
        return frozenset(seat for seat in away if now >= self._until(table, seat))

    def _until(self, table: Table, seat: int) -> float:
        guest = table.places[seat].guest or ""
        return self._last.get(guest, self._began) + self._grace
