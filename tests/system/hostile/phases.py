"""What happened in one phase of a run, and what it should have been.

An attack alone is judged beside the quiet phase of its run, all of them together by fixed times.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from msgspec import Struct

from tests.system.hostile.attacks import ATTACKS
from tests.system.hostile.attacks.attack import GROWTH
from tests.system.hostile.honest import Kind, Sample
from tests.system.hostile.target import Outcome

# The goals, in seconds and bytes.
P99 = 0.25
LONGEST = 1.0
# Of commands, and of everything, with all attacks at once.
TOGETHER_MEDIAN = 0.3
TOGETHER_LONGEST = 2.0
# How many times as long as in quiet p99 may be where that is more, the median until a player's next
# turn, and the medians of the players behind one address.
SLOWER_P99 = 3.0
SLOWER = 2.0
# Above the quiet phase in the beginning, of all servers together.
ABOVE_QUIET = 250_000_000
RECOVERY = 5.0
STOP = 10.0
# Lines of the log that one address may cause in one phase.
LINES = 5
# Of a command that is answered sooner than this nobody feels how much slower it is.
UNFELT = 0.05
# Medians that are compared with the quiet phase, of the school or of all others, and what they may
# be in any case.
MEDIANS: tuple[tuple[str, Kind, bool, float], ...] = (
    ("next turn", "turn", False, 0.0),
    ("the school", "command", True, UNFELT),
    ("the school's next turn", "turn", True, 0.0),
)


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
    # The quiet phase in the beginning; None for that phase itself.
    quiet: Phase | None = None

    def took(self, kind: Kind, *, school: bool = False) -> list[float]:
        """How long these took, the shortest first, of the school or of all others."""
        chosen = (each for each in self.samples if (each.kind, each.school) == (kind, school))
        return sorted(each.took for each in chosen)

    @property
    def times(self) -> list[float]:
        """How long anything took that an honest person waited for, other than for bots."""
        return sorted(each.took for each in self.samples if each.kind != "turn")

    def longest(self, kind: Kind) -> float:
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
        allowed = max((ATTACKS[each].growth for each in self.attacks), default=GROWTH)
        if self.memory_peak - self.memory_before > allowed:
            found.append(f"grew by {(self.memory_peak - self.memory_before) >> 20} MiB")
        if self.above_quiet > ABOVE_QUIET:
            found.append(f"{self.above_quiet >> 20} MiB above quiet")
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
        quiet = self.quiet or self
        together = len(self.attacks) > 1
        p99, most = quantile(self.times, 0.99), max(P99, SLOWER_P99 * quantile(quiet.times, 0.99))
        middle, longest = quantile(self.took("command"), 0.5), max(self.times, default=0.0)
        if not together and p99 > (most if self.quiet else P99):
            found.append(f"p99 {p99 * 1000:.0f} ms")
        if together and middle > TOGETHER_MEDIAN:
            found.append(f"median {middle * 1000:.0f} ms")
        if longest > (TOGETHER_LONGEST if together else LONGEST):
            found.append(f"longest {longest:.1f} s")
        if self.recovery > RECOVERY:
            found.append(f"recovery {self.recovery:.1f} s")
        return found if together else found + self._slower(quiet)

    def _slower(self, quiet: Phase) -> list[str]:
        """Which medians are too far above those of the quiet phase."""
        found = []
        for said, kind, school, allowed in MEDIANS:
            usual = quantile(quiet.took(kind, school=school), 0.5)
            middle = quantile(self.took(kind, school=school), 0.5)
            if middle > max(allowed, SLOWER * usual):
                found.append(f"{said} {middle * 1000:.0f} ms instead of {usual * 1000:.0f}")
        return found

    @property
    def above_quiet(self) -> int:
        """By how many bytes more the servers took at their largest than in the quiet phase."""
        return self.memory_peak - (self.quiet or self).memory_before


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
