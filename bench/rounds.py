"""Taking turns: everybody works once a round, so that a slow moment of the machine hits all.

Rates are of processor time, so that other programs on the machine cost little; ratios are taken
within a round. The first round only warms up.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import cycle
from statistics import median

# Does a piece of work and says how much that was.
Work = Callable[[], int]
Rates = dict[str, list[float]]
# Whose rate is divided by whose: ours, then theirs.
Compared = tuple[str, str]


def once(loop: Callable[[], object]) -> Work:
    """A loop as a piece of work that counts for one."""

    def work() -> int:
        loop()
        return 1

    return work


def in_turn(works: Sequence[Work]) -> Work:
    """One piece after the other, over and over."""
    turns = cycle(works)

    def work() -> int:
        return next(turns)()

    return work


def all_of(works: Sequence[Work]) -> Work:
    """All of them as one piece, so that every round has the same work in it."""

    def work() -> int:
        return sum(each() for each in works)

    return work


def rate(work: Work, seconds: float) -> float:
    """Work for about so long; how much a second that was."""
    done = 0
    gc.collect()
    start = time.process_time()
    while (elapsed := time.process_time() - start) < seconds:
        done += work()
    return done / elapsed


def measure(works: Mapping[str, Work], rounds: int, seconds: float) -> Rates:
    """How much everybody does a second, round by round."""
    rates: Rates = {name: [] for name in works}
    for number in range(rounds + 1):
        for name, work in works.items():
            found = rate(work, seconds)
            if number:
                rates[name].append(found)
        show_progress(number, rounds)
    return rates


def show_progress(number: int, rounds: int) -> None:
    """Say on a terminal how far it is."""
    if sys.stderr.isatty():
        print(f"\rround {number}/{rounds} ", end="", file=sys.stderr)


def times_faster(ours: Sequence[float], theirs: Sequence[float]) -> list[float]:
    """The ratio in every round."""
    return [here / there for here, there in zip(ours, theirs, strict=True)]


def with_spread(values: Sequence[float]) -> str:
    """The median, and the least and greatest in brackets."""
    digits = 1 if median(values) >= 3 else 2
    low, middle, high = (
        f"{each:.{digits}f}" for each in (min(values), median(values), max(values))
    )
    return f"{middle} ({low}–{high})"


def table(
    what: str,
    rates: Rates,
    compared: Mapping[str, Compared] | None = None,
) -> str:
    """A line for everybody: median and spread; `compared` says in whose line a ratio stands."""
    ratios = compared or {}
    last = " ours is faster by |" if ratios else ""
    lines = [
        f"| {what} | a second, median | spread |{last}",
        "| --- | ---: | ---: |" + (" ---: |" if ratios else ""),
    ]
    for name, row in rates.items():
        line = f"| {name} | {median(row):,.0f} | {min(row):,.0f}–{max(row):,.0f} |"
        if ratios:
            here, there = ratios.get(name, (name, name))
            shown = with_spread(times_faster(rates[here], rates[there])) if here != there else ""
            line += f" {shown} |"
        lines.append(line)
    return "\n".join(lines)
