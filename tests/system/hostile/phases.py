"""What happened in one phase of a run, and what it should have been."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from msgspec import Struct

from tests.system.hostile.attacks import ATTACKS
from tests.system.hostile.honest import Sample
from tests.system.hostile.target import Outcome

# The goals, in seconds and bytes.
P99 = 0.25
LONGEST = 1.0
GROWTH = 64 << 20
# In a whole run.
TOTAL_GROWTH = 128 << 20
RECOVERY = 5.0
STOP = 10.0
# Lines of the log that one address may cause in one phase.
LINES = 5


class Phase(Struct):
    """One attack, several, or none, and what was seen meanwhile."""

    name: str
    attacks: tuple[str, ...]
    seconds: float
    samples: list[Sample]
    # Nobody has answered these within a minute.
    unanswered: int
    # Seconds after the attack until nothing honest took longer than it should.
    recovery: float
    # Seconds after the attack for which the servers were still busy with it.
    works_on: float
    memory_before: int
    memory_peak: int
    # Shares of a core.
    processor: float
    # By how many bytes the store grew.
    written: int
    # Sockets and files that the servers had open before and some time after.
    files: tuple[int, int]
    outcomes: list[Outcome]
    # Lines that name the attack's address.
    named: dict[str, int]
    lines: int
    errors: list[str]
    # Honest people: sockets closed by the server, refusals for now and for good.
    closed: list[str]
    turned_away: list[str]
    refused: list[str]
    alive: bool = True

    @property
    def commands(self) -> list[float]:
        """How long commands took, the shortest first."""
        return sorted(each.took for each in self.samples if each.kind == "command")

    @property
    def times(self) -> list[float]:
        """How long anything took that an honest person waited for."""
        return sorted(each.took for each in self.samples)

    def longest(self, kind: str) -> float:
        """The longest wait of this kind."""
        return max((each.took for each in self.samples if each.kind == kind), default=0.0)

    def wrong(self) -> list[str]:
        """What is not as it must be, whatever the machine is like."""
        found = [] if self.alive else ["the server is gone"]
        if self.unanswered:
            found.append(f"{self.unanswered} never answered")
        if self.closed:
            found.append(f"{len(self.closed)} honest sockets closed ({_few(self.closed)})")
        if self.turned_away:
            found.append(f"{len(self.turned_away)} honest turned away ({_few(self.turned_away)})")
        if self.memory_peak - self.memory_before > GROWTH:
            found.append(f"grew by {(self.memory_peak - self.memory_before) >> 20} MiB")
        for outcome in self.outcomes:
            attack = ATTACKS[outcome.attack]
            if attack.ends and outcome.left:
                found.append(f"{outcome.attack}: {outcome.left} not cut")
            named = self.named.get(outcome.attack)
            if attack.named and named == 0 and is_limited(outcome):
                found.append(f"{outcome.attack}: not named")
            if named is not None and named > LINES:
                found.append(f"{outcome.attack}: {named:,} lines")
        found += [f"error in the log: {each}" for each in dict.fromkeys(self.errors)]
        return found

    def slow(self) -> list[str]:
        """Which goals of time are missed."""
        found = []
        times = self.times
        if times and (p99 := quantile(times, 0.99)) > P99:
            found.append(f"p99 {p99 * 1000:.0f} ms")
        if times and times[-1] > LONGEST:
            found.append(f"longest {times[-1]:.1f} s")
        if self.recovery > RECOVERY:
            found.append(f"recovery {self.recovery:.1f} s")
        return found


def quantile(ordered: Sequence[float], share: float) -> float:
    """The value that this share of them does not exceed; 0 of none."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def is_limited(outcome: Outcome) -> bool:
    """Whether the attacker has noticed a limit, or must have been beyond all of them."""
    flooded = ATTACKS[outcome.attack].ends and outcome.cut + outcome.left > 0
    return flooded or any(each in outcome.answers for each in ("429", "too-fast"))


def cut_after(outcomes: Sequence[Outcome]) -> float:
    """What a connection that was cut had sent, in the middle."""
    sent = [each for outcome in outcomes for each in outcome.cut_after]
    return median(sent) if sent else 0.0


def _few(words: Sequence[str]) -> str:
    return ", ".join(list(dict.fromkeys(words))[:3])
