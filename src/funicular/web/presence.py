"""Who is at the table just now: whose sockets are open, and who has been away for how long.

Somebody who is away longer than the grace has their seat kept by a bot, but only while another
person is there to play with: nobody's evening is played out in their absence.
"""

from __future__ import annotations

from collections.abc import Iterable
from time import monotonic

from funicular.table.table import Table
from funicular.web.listener import Listener


class Presence:
    """Kept by a room; `present`, `kept` and `next_change` follow from it."""

    def __init__(self, grace: float) -> None:
        """Begin with everybody just gone, as after a restart."""
        self._grace = grace
        self._began = monotonic()
        # When somebody who has no socket was last heard of.
        self._last: dict[str, float] = {}

    def heard(self, guest: str | None) -> None:
        """This guest was here just now."""
        if guest is not None:
            self._last[guest] = monotonic()

    def present(self, table: Table, listeners: Iterable[Listener]) -> frozenset[int]:
        """The seats whose person has a socket."""
        seats = {table.seat_of(each.guest) for each in listeners}
        return frozenset(seat for seat in seats if seat is not None)

    def kept(self, table: Table, present: frozenset[int]) -> frozenset[int]:
        """The seats that bots play for people who are away."""
        if not present:
            return frozenset()
        now = monotonic()
        return frozenset(
            seat for seat in table.people if seat not in present and now >= self._until(table, seat)
        )

    def next_change(self, table: Table, present: frozenset[int]) -> float | None:
        """In how many seconds another seat is to be kept; None if none is."""
        if not present:
            return None
        now = monotonic()
        waits = [
            self._until(table, seat) - now
            for seat in table.people
            if seat not in present and now < self._until(table, seat)
        ]
        return min(waits, default=None)

    def _until(self, table: Table, seat: int) -> float:
        guest = table.places[seat].guest or ""
        return self._last.get(guest, self._began) + self._grace
