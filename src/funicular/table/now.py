"""What is true at a table just now and need not be remembered: who is there, who is ready."""

from __future__ import annotations

from msgspec import Struct

from funicular.table.shown import Asking


class Now(Struct, frozen=True):
    """The moment. The log knows nothing of it; after a restart it is found out anew."""

    # Seats whose person is connected.
    present: frozenset[int] = frozenset()
    # Seats of people who have been away so long that a bot plays for them.
    kept: frozenset[int] = frozenset()
    watchers: int = 0
    # Who wants to go on, and after a match the nonce for the next; in the order they said so.
    ready: tuple[tuple[int, str], ...] = ()
    asking: Asking | None = None

    @property
    def ready_seats(self) -> tuple[int, ...]:
        """Who wants to go on."""
        return tuple(seat for seat, _ in self.ready)
