"""What was killed and what was found, in numbers."""

from __future__ import annotations

from collections import Counter
from statistics import median

from msgspec import Struct, field


class Counts(Struct):
    """What was done and found."""

    kills: Counter[str] = field(default_factory=Counter)
    tables: int = 0
    rows: int = 0
    acknowledged: int = 0
    # Besides: commands of who was ready already, because of which nothing is written.
    idle: int = 0
    moves: int = 0
    bots_moves: int = 0
    matches: int = 0
    breaks: int = 0
    # Commands that were written before a blow, while their senders did not know it yet.
    unheard: int = 0
    complaints: Counter[str] = field(default_factory=Counter)
    # Seconds from a blow until something wished after it was done: by table.
    recoveries: list[float] = []

    def lines(self) -> list[str]:
        """For people."""
        kinds = ", ".join(f"{name} {number}" for name, number in sorted(self.kills.items()))
        back = sorted(self.recoveries)
        return [
            f"kills: {self.kills.total()} ({kinds})",
            f"acknowledged commands: {self.acknowledged:,} found, each once; none is lost",
            f"acknowledged besides, with nothing to write: {self.idle:,}",
            f"tables: {self.tables}, all playable on; {self.rows:,} rows without a gap",
            f"moves: {self.moves:,}, of bots {self.bots_moves:,}; matches begun: {self.matches:,}",
            f"written before a blow, not heard of when it fell: {self.unheard:,}",
            f"connections broken: {self.breaks:,}",
            f"seconds until a table goes on, median: {median(back):.2f}",
            f"95 % of them: {back[int(0.95 * len(back))]:.2f}, the longest: {back[-1]:.2f}",
            f"servers complained: {dict(sorted(self.complaints.items()))}",
        ]
