"""Successive elimination: choosing among candidate moves by trying them in sampled worlds.

All candidates still in the race are tried in the same worlds, so that what is compared are
differences within a world, which vary far less than the results themselves. A candidate drops out
when it lies behind the leader by more than chance explains; so the playouts go where the choice is
close. The race is decided when one candidate is left, or when those left are as good as equal.

The first candidate is the favourite: another takes its place only if it has done clearly better,
so that a short race does no harm.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

from msgspec import Struct

# A candidate drops out when it is behind by this number of standard errors of the difference.
OUT = 3.0
# The leader takes the favourite's place when it is ahead by this number. Set by trying what wins.
AHEAD = 1.0
# No candidate drops out before this number of worlds: with fewer, the error is not known.
LEAST_WORLDS = 8
# A difference known to be smaller than this many points is none.
INDIFFERENT = 0.002


class Lead(Struct, frozen=True):
    """How far one candidate is ahead of another in the mean, and the standard error of that."""

    mean: float
    error: float


class Race:
    """The values of candidates in the worlds so far, and who is still running."""

    def __init__(self, candidates: int) -> None:
        """Line up this number of candidates, the favourite first."""
        self.running = list(range(candidates))
        self.worlds = 0
        # Whether there is nothing left to find out.
        self.decided = candidates == 1
        self._values: list[list[float]] = [[] for _ in range(candidates)]
        self._next_look = LEAST_WORLDS

    def add_world(self, values: Sequence[float]) -> None:
        """Note the value of each candidate still running in one more world."""
        for candidate, value in zip(self.running, values, strict=True):
            self._values[candidate].append(value)
        self.worlds += 1
        # Looking after every world would take long, and give chance too many chances.
        if self.worlds >= self._next_look:
            self._look()
            self._next_look += self._next_look // 4

    def best(self) -> int:
        """The leader, if it is clearly ahead of the favourite."""
        leader = self._leader()
        if leader == 0 or 0 not in self.running:
            return leader
        if self.worlds < 2:
            return 0
        lead = self._lead(leader, 0)
        return leader if lead.mean > AHEAD * lead.error else 0

    def _look(self) -> None:
        leader = self._leader()
        leads = {each: self._lead(leader, each) for each in self.running if each != leader}
        out = [each for each, lead in leads.items() if lead.mean > OUT * lead.error]
        self.running = [each for each in self.running if each not in out]
        self.decided = all(
            leads[each].mean + OUT * leads[each].error < INDIFFERENT
            for each in self.running
            if each != leader
        )

    def _leader(self) -> int:
        return max(self.running, key=lambda each: sum(self._values[each]))

    def _lead(self, leader: int, behind: int) -> Lead:
        pairs = zip(self._values[leader], self._values[behind], strict=True)
        ahead = [first - second for first, second in pairs]
        return Lead(fmean(ahead), stdev(ahead) / sqrt(len(ahead)))
