"""The units still to be played, handed out in batches.

Batches are small enough that little is lost when their player dies, and large enough that handing
them out costs nothing: as many units as take about a second. What was lost is handed out again, a
unit at a time, so that a unit that kills its worker is found.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from funicular.arena.plan import Key, Plan
from funicular.arena.unit import PlayedBatch
from funicular.core.errors import FunicularError

SECONDS_A_BATCH = 1.0
LARGEST_BATCH = 64
# A unit that was lost this often is not played again.
MOST_LOSSES = 3

UnitBatch = tuple[Key, ...]


class RunFailed(FunicularError):
    """The run cannot go on. What was played so far is kept."""


class Work:
    """What is still to be done. One run has one, and nothing else decides what is played."""

    def __init__(self, plan: Plan, wanted: Callable[[Key], bool]) -> None:
        """Take the plan, and who decides, when a unit's turn comes, whether it is wanted still."""
        self.plan = plan
        self.losses = 0
        self._wanted = wanted
        self._ahead: Iterator[Key] = plan.unit_keys()
        self._again: deque[Key] = deque()
        self._lost: Counter[Key] = Counter()
        # Seconds that a unit of each contest takes.
        self._pace: dict[int, float] = {}

    def take(self) -> UnitBatch:
        """The next batch, of one contest; () when nothing is left to hand out."""
        while self._again:
            key = self._again.popleft()
            if self._wanted(key):
                return (key,)
        batch: list[Key] = []
        for key in self._ahead:
            if batch and key.contest != batch[0].contest:
                self._ahead = chain((key,), self._ahead)
                break
            if self._wanted(key):
                batch.append(key)
            if len(batch) == self._size(key.contest):
                break
        return tuple(batch)

    def _size(self, contest: int) -> int:
        pace = self._pace.get(contest)
        if pace is None:
            return 1
        return max(1, min(LARGEST_BATCH, int(SECONDS_A_BATCH / max(pace, 1e-6))))

    def done(self, batch: UnitBatch, played: PlayedBatch) -> None:
        """Hear what came of a batch; units that it left out are handed out again."""
        count = len(played.outcomes)
        self._pace[batch[0].contest] = played.seconds / count
        self._again.extend(batch[count:])

    def lost(self, batch: Sequence[Key]) -> None:
        """Hear that the worker with this batch has died."""
        self.losses += 1
        for key in batch:
            self._lost[key] += 1
            if self._lost[key] == MOST_LOSSES:
                raise RunFailed(
                    "arena.unit-kills",
                    game=self.plan.contests[key.contest].game,
                    deal=key.deal,
                    seating=key.seating,
                    n=MOST_LOSSES,
                )
        self._again.extend(batch)
