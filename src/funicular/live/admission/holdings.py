"""How much owners hold at the same time: open sockets, bytes that were not sent yet.

What an owner holds counts for every network around it, the widest first, and for all together. Of
the last quarter of all, a network gets a hundredth: newcomers find room while others hold a lot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

from msgspec import Struct

from funicular.live.admission.rates import OF_RESERVED, RESERVED, WIDER

# Stands for all owners together.
EVERYBODY = "everybody"


class Most(Struct, frozen=True):
    """How much one address may hold, and all of them together."""

    each: int
    all: int


class Holdings:
    """Who holds how much."""

    def __init__(self, most: Most) -> None:
        """Begin with nothing held."""
        self._most = most
        self._held: Counter[Hashable] = Counter()
        self.total = 0

    def of(self, owner: Hashable) -> int:
        """How much this owner holds."""
        return self._held[owner]

    def add(self, path: Sequence[Hashable], amount: int = 1) -> None:
        """Count what the owners on this path hold more, or less."""
        self.total += amount
        for owner in path:
            self._held[owner] += amount
            if not self._held[owner]:
                del self._held[owner]

    def full(self, path: Sequence[Hashable], more: int = 0) -> Hashable | None:
        """The owner that would hold too much with so much more, `EVERYBODY`, or None."""
        for distance, owner in zip(range(len(path) - 1, -1, -1), path, strict=True):
            if self._held[owner] + more > self._most.each * WIDER**distance:
                return owner
        most = self._most.all
        if path and self._held[path[0]] + more > most * RESERVED * OF_RESERVED:
            most = int(most * (1 - RESERVED))
        return EVERYBODY if self.total + more > most else None
