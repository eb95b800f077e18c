"""What a move costs the server, this commit beside another one.

    python -m bench.live_speed --beside ../before/.venv/bin/python

`--beside` is the Python of an environment in which the other commit is installed. Both commits'
servers take turns within each round, at the same tables with the same people: first a steady pace,
at which the server's processor time is counted, then as fast as it goes. Processor time is what to
trust on a machine that is not quiet; the most moves a second depend on what else runs there.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from pathlib import Path
from statistics import median

from msgspec import Struct

from bench import places
from bench.load import spread_of
from bench.people import SEATS
from bench.tables import STEADY, WARM_UP, Window, run, seated, written
from bench.use import favour

TABLES = 200
ROUNDS = 5
SECONDS = 15.0
COMMITS = ("before", "now")


class Found(Struct, frozen=True):
    """What one round has found of a commit."""

    commit: str
    steady: Window
    fastest: Window
    # KiB a table over the empty server.
    memory: float
    loadavg: float

    @property
    def cost(self) -> float:
        """Milliseconds of processor a move at the steady pace."""
        return 1000 * self.steady.shares["servers"] / self.steady.moves

    @property
    def fastest_cost(self) -> float:
        """The same as fast as it goes."""
        return 1000 * self.fastest.shares["servers"] / self.fastest.moves


async def one_round(commit: str, python: str, wish: argparse.Namespace) -> Found:
    """A fresh server of this commit, and all tables."""
    with places.file("full", python) as place:
        async with seated(place, wish.tables) as sitting:
            if wish.nice is not None:
                favour([pid for pids in place.processes.values() for pid in pids], wish.nice)
            await sitting.steady(wish.rate, WARM_UP)
            steady = await sitting.steady(wish.rate, wish.seconds)
            memory = 1024 * (sitting.memory()["servers"] - sitting.empty) / wish.tables
            fastest = await sitting.flat_out(wish.seconds)
    return Found(commit, steady, fastest, memory, os.getloadavg()[0])


HEADER = [
    *("commit", "moves/s", "ms of processor a move", "p50 ms", "p99 ms"),
    *("most moves/s", "ms of processor a move then", "KiB a table", "errors"),
]


def row(found: list[Found]) -> list[str]:
    """A commit: medians, and in brackets the least and the most."""
    windows = [each for one in found for each in (one.steady, one.fastest)]
    return [
        found[0].commit,
        f"{median(each.steady.moves for each in found):.0f}",
        spread_of([each.cost for each in found], "{:.2f}"),
        *(spread_of([1000 * each.steady.took[place] for each in found]) for place in (0, 2)),
        spread_of([each.fastest.moves for each in found]),
        spread_of([each.fastest_cost for each in found], "{:.2f}"),
        spread_of([each.memory for each in found]),
        str(sum(each.refused + each.lost for each in windows)),
    ]


def ratios(found: list[Found]) -> str:
    """Now by before, within each round."""
    pairs = list(
        zip(*([each for each in found if each.commit == name] for name in COMMITS), strict=False)
    )
    if not pairs:
        return ""
    cost = spread_of([new.cost / old.cost for old, new in pairs], "{:.2f}")
    most = spread_of([new.fastest.moves / old.fastest.moves for old, new in pairs], "{:.2f}")
    memory = spread_of([new.memory / old.memory for old, new in pairs], "{:.2f}")
    return (
        f"Now by before, within a round: processor a move {cost}; most moves a second {most}; "
        f"memory a table {memory}."
    )


def report(found: list[Found], wish: argparse.Namespace) -> str:
    """The table, and the ratios."""
    rows = [[each for each in found if each.commit == name] for name in COMMITS]
    heading = (
        f"{os.cpu_count()} cores ({platform.machine()}), Python {platform.python_version()}; "
        f"{wish.tables} tables of {SEATS} people, SQLite with `full` durability, "
        f"{wish.seconds:.0f} seconds a window; load average "
        f"{spread_of([each.loadavg for each in found], '{:.1f}')}."
    )
    return "\n\n".join(
        [heading, written(HEADER, [row(each) for each in rows if each]), ratios(found)]
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--beside", help="the Python of another commit")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--rate", type=float, default=STEADY)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument(
        "--nice", type=int, help="have our processes before others (Linux, root): -15"
    )
    parser.add_argument("--write", type=Path, help="write the table to this file as well")
    wish = parser.parse_args()
    if wish.nice is not None:
        favour([os.getpid()], wish.nice)
    pythons = {"now": sys.executable}
    if wish.beside:
        pythons = {"before": wish.beside} | pythons
    found: list[Found] = []
    for _ in range(wish.rounds):
        for commit, python in pythons.items():
            found.append(run(one_round(commit, python, wish)))
            last = found[-1]
            print(
                f"{commit}: {last.steady.moves:.0f} moves/s, {last.cost:.2f} ms; most "
                f"{last.fastest.moves:.0f}, {last.fastest_cost:.2f} ms; {last.memory:.0f} KiB",
                file=sys.stderr,
                flush=True,
            )
            if wish.write:
                wish.write.write_text(report(found, wish) + "\n")
    print(report(found, wish))


if __name__ == "__main__":
    main()
