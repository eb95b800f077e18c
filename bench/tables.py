"""What servers hold: open seats, moves a second, how soon a move is acknowledged, memory.

    python -m bench.tables                       # one server on SQLite: a section of `make bench`
    python -m bench.load                         # beside it two servers on PostgreSQL and Redis

Real servers on loopback with real files; people's clients in a process of their own on the same
machine, four a table, all seats taken by people, so that no bot thinks. First a steady pace, at
which the time from when a move was due to its acknowledgement is measured; then as fast as it goes.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from statistics import quantiles
from time import perf_counter
from typing import Any

from msgspec import Struct

from bench import places
from bench.people import SEATS, Crowd
from bench.places import Place
from bench.use import Shares, favour, memory

STEADY = 300
SECONDS = 10.0
WARM_UP = 4.0
# What is under way at the end of a window may still be answered.
LAST_SECONDS = 1.0


class Window(Struct, frozen=True):
    """What was measured in some seconds."""

    moves: float
    # All others: "ready for the next deal".
    commands: float
    # Seconds from when a move was due: p50, p95, p99, the longest.
    took: tuple[float, ...]
    # The same until it was seen at the other server: p50, p95; () with only one.
    seen: tuple[float, ...]
    refused: int
    lost: int
    shares: dict[str, float]


class Sitting:
    """People at the tables of a place."""

    def __init__(self, place: Place, crowd: Crowd, empty: float) -> None:
        """Take the place, who is there, and how much memory its servers had before."""
        self.place = place
        self.crowd = crowd
        self.empty = empty

    @property
    def seats(self) -> int:
        """How many sockets are open."""
        return len(self.crowd.people)

    def memory(self) -> dict[str, float]:
        """What the processes hold now, in MiB."""
        return {name: memory(pids) for name, pids in self.place.processes.items()}

    async def steady(self, rate: float, seconds: float) -> Window:
        """So many moves a second, whatever becomes of them."""
        shares = self._begin()
        began = due = perf_counter()
        while due < began + seconds:
            due += 1 / rate
            wait = due - perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            while (person := self.crowd.draw()) is None:  # noqa: ASYNC110 - as busy as the rest
                # Nobody's turn: all wait for the server, and it is late for this move already.
                await asyncio.sleep(0.001)
            person.move(due)
        taken = shares.taken()
        await asyncio.sleep(LAST_SECONDS)
        return self._measured(perf_counter() - began - LAST_SECONDS, taken)

    async def flat_out(self, seconds: float) -> Window:
        """Every table as fast as its people can and are allowed to."""
        self.crowd.flat_out = True
        while (person := self.crowd.draw()) is not None:
            person.move(perf_counter())
        # The rush of all beginning at once is not what is measured.
        await asyncio.sleep(LAST_SECONDS)
        shares = self._begin()
        began = perf_counter()
        await asyncio.sleep(seconds)
        window = self._measured(perf_counter() - began, shares.taken())
        self.crowd.flat_out = False
        await asyncio.sleep(LAST_SECONDS)
        return window

    def _begin(self) -> Shares:
        self.crowd.notes.clear()
        return Shares(self.place.processes | {"clients": [os.getpid()]})

    def _measured(self, seconds: float, shares: dict[str, float]) -> Window:
        notes = self.crowd.notes
        cuts = quantiles(notes.moves, n=100, method="inclusive") if len(notes.moves) > 1 else ()
        seen = quantiles(notes.seen, n=100, method="inclusive") if len(notes.seen) > 1 else ()
        took = [cuts[place - 1] if cuts else float("nan") for place in (50, 95, 99)]
        return Window(
            moves=len(notes.moves) / seconds,
            commands=len(notes.others) / seconds,
            took=(*took, max(notes.moves, default=float("nan"))),
            seen=tuple(seen[place - 1] for place in (50, 95)) if seen else (),
            refused=len(notes.refused),
            lost=notes.lost,
            shares=shares,
        )


@asynccontextmanager
async def seated(
    place: Place, tables: int, *, spread: bool = True, nice: int | None = None
) -> AsyncIterator[Sitting]:
    """So many tables with four people each, who have begun to play."""
    crowd = Crowd()
    empty = memory(place.processes["servers"])
    pings = asyncio.create_task(crowd.ping())
    try:
        await crowd.sit_down(place.addresses, tables, spread=spread)
        if nice is not None:
            favour([pid for pids in place.processes.values() for pid in pids], nice)
        # What is there now stays: looking for garbage in it would only cost the server its cores.
        gc.collect()
        gc.freeze()
        yield Sitting(place, crowd, empty)
    finally:
        pings.cancel()
        crowd.leave()
        await asyncio.sleep(LAST_SECONDS)
        gc.unfreeze()


def run(work: Coroutine[Any, Any, Any]) -> Any:  # noqa: ANN401 - whatever it returns
    """Run it in the lightest loop there is."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(work)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


def written(header: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown."""
    lines = [header, ["---:"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


HEADER = [
    "open sockets",
    "tables",
    "steady moves/s",
    "p50",
    "p95",
    "p99",
    "most moves/s",
    "memory a table",
]


async def measured(sockets: int, rate: float, seconds: float) -> list[str]:
    """A row of the table: so many open sockets."""
    tables = sockets // SEATS
    with places.file() as place:
        async with seated(place, tables) as sitting:
            # The rush of everybody beginning at once is over before the clock runs.
            await sitting.steady(rate, WARM_UP)
            window = await sitting.steady(rate, seconds)
            full = sitting.memory()["servers"]
            fastest = await sitting.flat_out(seconds)
            return [
                f"{sitting.seats:,}",
                f"{tables:,}",
                f"{window.moves:.0f}",
                *(f"{1000 * each:.1f} ms" for each in window.took[:3]),
                f"{fastest.moves:,.0f}",
                f"{1024 * (full - sitting.empty) / tables:.0f} KiB",
            ]


def report(sockets: list[int], rate: float, seconds: float) -> str:
    """The whole measurement as a table."""
    return written(HEADER, [run(measured(count, rate, seconds)) for count in sockets])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sockets", type=int, nargs="+", default=[1000, 2000])
    parser.add_argument("--rate", type=float, default=STEADY)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    args = parser.parse_args()
    print(report(args.sockets, args.rate, args.seconds))


if __name__ == "__main__":
    main()
