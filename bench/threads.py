"""Two threads of Python against one, each calling the kernels for the same amount of work.

Here it is time on the clock that counts. Two processes, which share no lock, do the same work in
every round: they say what the machine had to give.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from functools import cache
from multiprocessing import get_context

from bench.playouts import kernel, ours_compiled
from bench.positions import Position, positions
from bench.rounds import show_progress, times_faster, with_spread

HANDS = 2
SEARCH = "ascenseur-52, 4 seats, 5 cards, search"
PLAYOUTS_A_SEARCH = 10_000
GAMES: dict[str, tuple[str, int, int | None]] = {
    "auf-ab, 3 seats, playouts": ("auf-ab", 3, None),
    "dnpup, 3 seats, playouts": ("dnpup", 3, None),
    "ascenseur-52, 4 seats, 12 cards, playouts": ("ascenseur-52", 4, 12),
    SEARCH: ("ascenseur-52", 4, 5),
}


def names() -> list[str]:
    """The kinds of work there are kernels for."""
    return [name for name, (game, _, _) in GAMES.items() if kernel(game)]


def job(name: str, pieces: int) -> None:
    """So many calls of a kernel, always the same ones."""
    if name == SEARCH:
        twin = kernel("ascenseur-52")
        for number in range(pieces):
            place = _places()[number % len(_places())]
            twin.assess(place.view, random.Random(number), playouts=PLAYOUTS_A_SEARCH)
    else:
        work = ours_compiled(*GAMES[name])
        for _ in range(pieces):
            work()


@cache
def _places() -> list[Position]:
    return positions(5, 20, "play")


def pieces_for(name: str, seconds: float) -> int:
    """How many calls take about so long."""
    pieces = 1
    while (taken := _alone(name, pieces)) < seconds / 2:
        pieces *= 2
    return max(1, round(pieces * seconds / taken))


def _alone(name: str, pieces: int) -> float:
    start = time.perf_counter()
    job(name, pieces)
    return time.perf_counter() - start


def _together(crew: Executor, hands: int, name: str, pieces: int) -> float:
    """How long it takes until so many hands have each done all the pieces."""
    start = time.perf_counter()
    list(crew.map(job, [name] * hands, [pieces] * hands))
    return time.perf_counter() - start


def scaling(rounds: int, seconds: float) -> Iterator[tuple[str, list[float], list[float]]]:
    """For every kind of work: how much more two threads do than one, and two processes."""
    with ExitStack() as stack:
        threads = stack.enter_context(ThreadPoolExecutor(HANDS))
        processes = stack.enter_context(ProcessPoolExecutor(HANDS, get_context("spawn")))
        for name in names():
            pieces = pieces_for(name, seconds)
            one: list[float] = []
            two_threads: list[float] = []
            two_processes: list[float] = []
            for number in range(rounds + 1):
                # In this order the single one is as far from either pair.
                in_threads = _together(threads, HANDS, name, pieces)
                alone = _together(threads, 1, name, pieces)
                in_processes = _together(processes, HANDS, name, pieces)
                if number:
                    one.append(HANDS * alone)
                    two_threads.append(in_threads)
                    two_processes.append(in_processes)
                show_progress(number, rounds)
            yield name, times_faster(one, two_threads), times_faster(one, two_processes)


def scaling_table(rounds: int, seconds: float) -> str:
    """A line for every kind of work."""
    lines = [
        "| the work of one thread is 1 | two threads | two processes |",
        "| --- | ---: | ---: |",
    ]
    for name, threads, processes in scaling(rounds, seconds):
        lines.append(f"| {name} | {with_spread(threads)} | {with_spread(processes)} |")
    return "\n".join(lines)
