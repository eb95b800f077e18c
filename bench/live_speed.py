"""What a move costs the server, this commit beside another one.

    python -m bench.live_speed --beside ../before/.venv/bin/python

`--beside` is the Python of an environment in which the other commit is installed. Servers of both
commits are up at the same time, with as many tables and people each, and take turns: a few seconds
at a steady pace, in which the server's processor time is counted, then a few as fast as it goes.
So whatever else the machine does falls on both. Processor time is what to trust on a machine that
is not quiet; the most moves a second depend on what else runs there.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from contextlib import AsyncExitStack
from statistics import median

from msgspec import Struct

from bench import places
from bench.load import read_wish, spread_of
from bench.people import SEATS
from bench.tables import Sitting, Window, run, seated, written
from bench.use import favour

TABLES = 200
TURNS = 7
SECONDS = 5.0
COMMITS = ("before", "now")


class Turn(Struct, frozen=True):
    """What was measured of a commit when its turn came."""

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

    def __str__(self) -> str:
        """For those who watch it run."""
        return (
            f"{self.commit}: {self.steady.moves:.0f} moves/s, {self.cost:.2f} ms; most "
            f"{self.fastest.moves:.0f}, {self.fastest_cost:.2f} ms; {self.memory:.0f} KiB"
        )


async def turns(pythons: dict[str, str], wish: argparse.Namespace) -> list[Turn]:
    """All turns of all commits."""
    found: list[Turn] = []
    async with AsyncExitStack() as stack:
        sittings: dict[str, Sitting] = {}
        for commit, python in pythons.items():
            place = stack.enter_context(places.file("full", python))
            sittings[commit] = await stack.enter_async_context(seated(place, wish.tables))
            if wish.nice is not None:
                favour([pid for pids in place.processes.values() for pid in pids], wish.nice)
        for sitting in sittings.values():
            await sitting.steady(wish.rate, wish.seconds)
        for _ in range(wish.turns):
            for commit, sitting in sittings.items():
                found.append(await turn(commit, sitting, wish))
                print(found[-1], file=sys.stderr, flush=True)
    return found


async def turn(commit: str, sitting: Sitting, wish: argparse.Namespace) -> Turn:
    """A few seconds at the steady pace, then as fast as it goes."""
    steady = await sitting.steady(wish.rate, wish.seconds)
    memory = 1024 * (sitting.memory()["servers"] - sitting.empty) / wish.tables
    fastest = await sitting.flat_out(wish.seconds)
    return Turn(commit, steady, fastest, memory, os.getloadavg()[0])


HEADER = [
    *("commit", "moves/s", "ms of processor a move", "p50 ms", "p99 ms"),
    *("most moves/s", "ms of processor a move then", "KiB a table", "errors"),
]


def row(found: list[Turn]) -> list[str]:
    """A commit: medians, and in brackets the least and the most. Memory is that of the start."""
    windows = [each for one in found for each in (one.steady, one.fastest)]
    return [
        found[0].commit,
        f"{median(each.steady.moves for each in found):.0f}",
        spread_of([each.cost for each in found], "{:.2f}"),
        *(spread_of([1000 * each.steady.took[place] for each in found]) for place in (0, 2)),
        spread_of([each.fastest.moves for each in found]),
        spread_of([each.fastest_cost for each in found], "{:.2f}"),
        f"{found[0].memory:.0f}",
        str(sum(each.refused + each.lost for each in windows)),
    ]


def ratios(found: list[Turn]) -> str:
    """Now by before, turn by turn."""
    before, now = ([each for each in found if each.commit == name] for name in COMMITS)
    if not before:
        return ""
    pairs = list(zip(before, now, strict=True))
    cost = spread_of([new.cost / old.cost for old, new in pairs], "{:.2f}")
    most = spread_of([new.fastest.moves / old.fastest.moves for old, new in pairs], "{:.2f}")
    then = spread_of([new.fastest_cost / old.fastest_cost for old, new in pairs], "{:.2f}")
    memory = pairs[0][1].memory / pairs[0][0].memory
    return (
        f"Now by before, turn by turn: processor a move {cost}; most moves a second {most}; "
        f"processor a move then {then}; memory a table {memory:.2f}."
    )


def report(found: list[Turn], wish: argparse.Namespace) -> str:
    """The table, and the ratios."""
    rows = [[each for each in found if each.commit == name] for name in COMMITS]
    heading = (
        f"{os.cpu_count()} cores ({platform.machine()}), Python {platform.python_version()}; "
        f"{wish.tables} tables of {SEATS} people, SQLite with `full` durability, "
        f"{wish.turns} turns of {wish.seconds:.0f} seconds; load average "
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
    parser.add_argument("--turns", type=int, default=TURNS)
    wish = read_wish(parser, SECONDS)
    pythons = {"before": wish.beside} if wish.beside else {}
    found = run(turns(pythons | {"now": sys.executable}, wish))
    text = report(found, wish)
    if wish.write:
        wish.write.write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
