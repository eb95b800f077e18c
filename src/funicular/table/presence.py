"""What is true at a table just now and need not be remembered: who is there."""

from __future__ import annotations

from msgspec import Struct


class Now(Struct, frozen=True):
    """The moment. The log knows nothing of it; after a restart it is found out anew."""

    # Seats whose person is connected.
    present: frozenset[int] = frozenset()
    # Seats of people who have been away so long that a bot plays for them.
    kept: frozenset[int] = frozenset()
    watchers: int = 0
