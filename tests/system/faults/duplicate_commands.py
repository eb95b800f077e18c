"""What a network may do to commands, as the server sees it: twice, late, in another order."""

from __future__ import annotations

import random

from msgspec import Struct

from tests.kit.serving import Message


class Habits(Struct, frozen=True):
    """How often what is done to a command on its way."""

    twice: float = 0.0
    # One that was sent long ago comes along with it.
    stale: float = 0.0
    # It waits for the next one and comes after it.
    swap: float = 0.0


HONEST = Habits()


class Mischief:
    """Stands between a player and the socket."""

    def __init__(self, habits: Habits, seed: int) -> None:
        self._habits = habits
        self._random = random.Random(seed)
        self._sent: list[Message] = []
        self._held: Message | None = None
        self.resent = 0
        self.swapped = 0

    def on_the_way(self, wish: Message) -> list[Message]:
        """What reaches the server when this is sent."""
        habits = self._habits
        if self._held is None and self._chance(habits.swap):
            self._held = wish
            return []
        coming = [wish, *self.held()]
        self.swapped += len(coming) - 1
        if self._chance(habits.twice):
            self.resent += 1
            coming.append(wish)
        if self._sent and self._chance(habits.stale):
            self.resent += 1
            coming.insert(self._random.randrange(2), self._random.choice(self._sent))
        self._sent += coming
        return coming

    def held(self) -> list[Message]:
        """What still waits, and no longer does."""
        held, self._held = self._held, None
        return [] if held is None else [held]

    def _chance(self, of: float) -> bool:
        return self._random.random() < of
