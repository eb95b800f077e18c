"""One server on SQLite beside two servers on PostgreSQL and Redis, from 100 tables to 2,000.

    python -m bench.load
    python -m bench.load --tables 500 --rounds 3 --places shared near silent

Each round goes through all places in turn, so that whatever else the machine does falls on all of
them. Within a round a place grows: more and more tables sit down at the same servers. What is told
is the median of the rounds, with the least and the most beside it.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from statistics import median

from msgspec import Struct

from bench import places
from bench.people import SEATS
from bench.places import Place
from bench.tables import SECONDS, STEADY, WARM_UP, Sitting, Window, run, seated, written
from bench.use import favour

TABLES = (100, 500, 1000, 2000)
ROUNDS = 3


class Kind(Struct, frozen=True):
    """A place to measure, and whether those of one table are at different servers."""

    title: str
    open: Callable[[], AbstractContextManager[Place]]
    spread: bool = True


KINDS = {
    "full": Kind("1 server, SQLite, full", places.file),
    "process": Kind("1 server, SQLite, process", lambda: places.file("process")),
    "shared": Kind("2 servers, PostgreSQL + Redis, every table at both", places.database),
    "near": Kind("2 servers, PostgreSQL + Redis, each table at one", places.database, spread=False),
    "silent": Kind(
        "2 servers, PostgreSQL, no Redis, every table at both",
        lambda: places.database(woken=False),
    ),
}
USUAL = ("full", "process", "shared")


class Found(Struct, frozen=True):
    """What one round has found at a place with so many tables."""

    kind: str
    tables: int
    seats: int
    steady: Window
    fastest: Window
    memory: dict[str, float]
    empty: float
    loadavg: float


async def one_round(kind: str, tables: Iterable[int], wish: argparse.Namespace) -> list[Found]:
    """A place as it grows."""
    found = []
    with KINDS[kind].open() as place:
        async with seated(place, 0, nice=wish.nice) as sitting:
            for count in tables:
                more = count - len(sitting.crowd.parties)
                await sitting.crowd.sit_down(place.addresses, more, spread=KINDS[kind].spread)
                if wish.nice is not None:
                    favour([pid for pids in place.processes.values() for pid in pids], wish.nice)
                found.append(await _measured(kind, count, sitting, wish))
                print(_progress(found[-1]), file=sys.stderr, flush=True)
    return found


async def _measured(kind: str, tables: int, sitting: Sitting, wish: argparse.Namespace) -> Found:
    await sitting.steady(wish.rate, WARM_UP)
    steady = await sitting.steady(wish.rate, wish.seconds)
    memory = sitting.memory()
    fastest = await sitting.flat_out(wish.seconds)
    return Found(
        kind=kind,
        tables=tables,
        seats=sitting.seats,
        steady=steady,
        fastest=fastest,
        memory=memory,
        empty=sitting.empty,
        loadavg=os.getloadavg()[0],
    )


def _progress(found: Found) -> str:
    took = " ".join(f"{1000 * each:.0f}" for each in found.steady.took)
    shares = " ".join(f"{name} {each:.2f}" for name, each in found.steady.shares.items())
    errors = [each.refused + each.lost for each in (found.steady, found.fastest)]
    return (
        f"{found.kind} {found.tables}: {found.steady.moves:.0f} moves/s, {took} ms, seen"
        f" {[round(1000 * each) for each in found.steady.seen]}; most {found.fastest.moves:.0f};"
        f" errors {errors}; cores {shares}; MiB {found.memory}; load {found.loadavg:.1f}"
    )


def spread_of(values: list[float], form: str = "{:,.0f}") -> str:
    """The median, and in brackets the least and the most."""
    least, middle, most = (form.format(each) for each in (min(values), median(values), max(values)))
    return middle if least == most else f"{middle} ({least}–{most})"


def milliseconds(found: list[Found], place: int) -> str:
    """A quantile of the acknowledgement."""
    values = [1000 * each.steady.took[place] for each in found]
    return spread_of(values, "{:.0f}" if median(values) >= 10 else "{:.1f}")


def shares_of(found: list[Found], name: str, *, fastest: bool = False) -> str:
    """How much of a core a group used, in percent."""
    windows = [each.fastest if fastest else each.steady for each in found]
    values = [100 * window.shares[name] for window in windows if name in window.shares]
    return f"{median(values):.0f} %" if values else "–"


PACE_HEADER = [
    *("place", "tables", "open seats", "moves/s", "other commands/s"),
    *("p50 ms", "p95 ms", "p99 ms", "longest ms", "errors", "most moves/s"),
]
USE_HEADER = [
    *("place", "tables", "servers", "a table", "PostgreSQL", "Redis"),
    *("servers", "PostgreSQL", "Redis", "clients", "everybody else"),
]
SEEN_HEADER = ["place", "tables", "seen p50 ms", "seen p95 ms", "acknowledged p50 ms", "p99 ms"]


def pace_row(found: list[Found]) -> list[str]:
    """How quick it was."""
    first = found[0]
    errors = sum(each.refused + each.lost for one in found for each in (one.steady, one.fastest))
    return [
        *(KINDS[first.kind].title, f"{first.tables:,}", f"{first.seats:,}"),
        f"{median(each.steady.moves for each in found):.0f}",
        f"{median(each.steady.commands for each in found):.0f}",
        *(milliseconds(found, place) for place in range(4)),
        f"{errors:,}",
        spread_of([each.fastest.moves for each in found]),
    ]


def use_row(found: list[Found]) -> list[str]:
    """What it took: memory, then shares of a core at the steady pace."""
    first = found[0]
    servers = median(each.memory["servers"] for each in found)
    empty = median(each.empty for each in found)
    others = []
    for name in ("PostgreSQL", "Redis"):
        held = [each.memory[name] for each in found if name in each.memory]
        others.append(f"{median(held):.0f} MiB" if held else "–")
    return [
        *(KINDS[first.kind].title, f"{first.tables:,}", f"{servers:.0f} MiB"),
        f"{1024 * (servers - empty) / first.tables:.0f} KiB",
        *others,
        *(shares_of(found, name) for name in ("servers", "PostgreSQL", "Redis", "clients", "else")),
    ]


def seen_row(found: list[Found]) -> list[str]:
    """When those at the other server saw it."""
    first = found[0]
    return [
        *(KINDS[first.kind].title, f"{first.tables:,}"),
        *(spread_of([1000 * each.steady.seen[place] for each in found]) for place in (0, 1)),
        *(milliseconds(found, place) for place in (0, 2)),
    ]


def heading(loads: list[float]) -> str:
    """Where this was."""
    return (
        f"{os.cpu_count()} cores ({platform.machine()}), Python {platform.python_version()}; "
        f"{SEATS} people a table; load average {spread_of(loads, '{:.1f}')}."
    )


def report(found: list[Found]) -> str:
    """The tables."""
    groups: dict[tuple[str, int], list[Found]] = {}
    for each in found:
        groups.setdefault((each.kind, each.tables), []).append(each)
    rows = list(groups.values())
    loads = [each.loadavg for each in found]
    parts = [
        heading(loads),
        written(PACE_HEADER, [pace_row(each) for each in rows]),
        written(USE_HEADER, [use_row(each) for each in rows]),
    ]
    seen = [seen_row(each) for each in rows if all(one.steady.seen for one in each)]
    if seen:
        parts.append(written(SEEN_HEADER, seen))
    return "\n\n".join(parts)


def read_wish(parser: argparse.ArgumentParser, seconds: float) -> argparse.Namespace:
    """What the command line asks for: besides its own arguments, the load and what to write."""
    parser.add_argument("--rate", type=float, default=STEADY)
    parser.add_argument("--seconds", type=float, default=seconds)
    parser.add_argument(
        "--nice", type=int, help="have our processes before others (Linux, root): -15"
    )
    parser.add_argument("--write", type=Path, help="write the report to this file as well")
    wish = parser.parse_args()
    if wish.nice is not None:
        favour([os.getpid()], wish.nice)
    return wish


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=TABLES)
    parser.add_argument("--places", nargs="+", choices=KINDS, default=USUAL)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    wish = read_wish(parser, SECONDS)
    found: list[Found] = []
    for _ in range(wish.rounds):
        for kind in wish.places:
            found += run(one_round(kind, sorted(wish.tables), wish))
            text = report(sorted(found, key=lambda each: wish.places.index(each.kind)))
            if wish.write:
                # After each place, so that an hour is not lost with the last of them.
                wish.write.write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
