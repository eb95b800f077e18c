"""Complete random deals a second: every game of ours, OpenSpiel's Oh Hell, RLCard's dou dizhu;
and worlds a second, drawn from a view half-way through a deal.

All take turns within each round, so a slow moment of the machine hits all of them; ratios are
taken within a round.
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import sys
import time
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from statistics import median

from bench.loops import (
    Loop,
    every_game,
    every_world,
    open_spiel_as_documented,
    open_spiel_from_prepared_deals,
    open_spiel_leanest,
    open_spiel_weighted,
    ours,
    ours_from_prepared_deals,
    rlcard_dou_dizhu,
)

OURS = "ascenseur-52, 4 seats, 12 cards"
OURS_PREPARED = "ascenseur-52, 4 seats, 12 cards, from 500 prepared deals"
PEERS = {
    "open_spiel oh_hell, 4 seats, 12 cards, loop as documented": open_spiel_as_documented,
    "open_spiel oh_hell, 4 seats, 12 cards, chance by weight": open_spiel_weighted,
    "open_spiel oh_hell, 4 seats, 12 cards, leanest loop": open_spiel_leanest,
    "open_spiel oh_hell, from the same 500 deals": open_spiel_from_prepared_deals,
    "rlcard doudizhu, 3 seats": rlcard_dou_dizhu,
}


def deals_a_second(loop: Loop, seconds: float) -> float:
    """Run the loop for about so long."""
    done = 0
    gc.collect()
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        loop()
        done += 1
    return done / elapsed


def measure(loops: dict[str, Loop], rounds: int, seconds: float) -> dict[str, list[float]]:
    """Each loop once a round, in turn; the first round only warms up."""
    rates: dict[str, list[float]] = {name: [] for name in loops}
    for number in range(rounds + 1):
        for name, loop in loops.items():
            rate = deals_a_second(loop, seconds)
            if number:
                rates[name].append(rate)
        if sys.stderr.isatty():
            print(f"\rround {number}/{rounds}", end="", file=sys.stderr)
    return rates


def table(what: str, rates: dict[str, list[float]]) -> str:
    """A line a loop: median, spread, and how many times faster ours is on deals of that size."""
    lines = [
        f"| {what} | a second, median | spread | ours is faster by |",
        "| --- | ---: | ---: | ---: |",
    ]
    for name, row in rates.items():
        ratio = ""
        if name in PEERS and "open_spiel" in name:
            mine = rates[OURS_PREPARED if PEERS[name] is open_spiel_from_prepared_deals else OURS]
            times = [here / there for here, there in zip(mine, row, strict=True)]
            ratio = f"{median(times):.1f} ({min(times):.1f}–{max(times):.1f})"
        lines.append(f"| {name} | {median(row):,.0f} | {min(row):,.0f}–{max(row):,.0f} | {ratio} |")
    return "\n".join(lines)


def heading() -> str:
    """Where and when."""
    peers = ", ".join(f"{name} {version(name)}" for name in ("open_spiel", "rlcard"))
    return (
        f"# Speed, {datetime.now(tz=UTC).date()}\n\n"
        f"`make bench` on {os.cpu_count()} cores ({platform.machine()}), Python "
        f"{platform.python_version()}, {peers}.\n"
    )


def main() -> None:
    """Measure and print; `--write FILE` keeps the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=0.2, help="for each loop in each round")
    parser.add_argument("--write", type=Path, help="write the table to this file as well")
    args = parser.parse_args()
    loops = {OURS: ours("ascenseur-52", 4, cards=12), OURS_PREPARED: ours_from_prepared_deals()}
    loops |= {name: make() for name, make in PEERS.items()}
    loops |= every_game()
    deals = table("complete random deals", measure(loops, args.rounds, args.seconds))
    worlds = table("worlds drawn from a view", measure(every_world(), args.rounds, args.seconds))
    text = f"{heading()}\n{deals}\n\n{worlds}\n"
    print(text)
    if args.write:
        args.write.write_text(text, encoding="utf-8")


main()
