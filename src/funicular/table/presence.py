"""Who is at a table just now: true for a moment, and never written to the log."""

from __future__ import annotations

from msgspec import Struct


class Presence(Struct, frozen=True):
    """Who is connected. The log knows nothing of it; after a restart it is found out anew."""

    # Seats whose person is connected.
    present: frozenset[int] = frozenset()
    # Seats of people who have been away so long that a bot plays for them.
    kept: frozenset[int] = frozenset()
    watchers: int = 0
