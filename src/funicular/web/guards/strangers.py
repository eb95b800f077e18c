"""Sockets that have not said hello yet, by table. Of too many at one table the oldest gives way.

So nobody without a secret can fill a table's places, and who has one is let in at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from funicular.web.guards.guard import Guard

MOST_STRANGERS = 100


class Strangers:
    """All of them."""

    def __init__(self) -> None:
        """Begin with none."""
        # Guards in the order they came.
        self._at: dict[str, dict[Guard, None]] = {}

    @contextmanager
    def at(self, table: str, guard: Guard | None) -> Iterator[None]:
        """Count a connection until it has said hello."""
        if guard is None:
            yield
            return
        here = self._at.setdefault(table, {})
        here[guard] = None
        if len(here) > MOST_STRANGERS:
            oldest = next(iter(here))
            del here[oldest]
            oldest.cut("strangers")
        try:
            yield
        finally:
            here.pop(guard, None)
            if not here:
                self._at.pop(table, None)
