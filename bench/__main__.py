"""Our speed beside the peers': whole random deals, worlds, simulations of a search, threads.

All take turns within each round, so a slow moment of the machine hits all of them; ratios are
taken within a round.
"""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from itertools import product
from pathlib import Path

from bench import playouts, samples, simulations, tables
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
from bench.playouts import CARDS, every_game_compiled, kernel, ours_compiled
from bench.positions import Position, positions
from bench.rounds import Work, measure, once, table
from bench.threads import scaling_table

OURS = "ascenseur-52, 4 seats, 12 cards"
OURS_PREPARED = f"{OURS}, from 500 prepared deals"
FROM_PREPARED = "open_spiel oh_hell, from the same 500 deals"
DOU_DIZHU = "rlcard doudizhu, 3 seats"
PEERS: dict[str, Callable[[], Loop]] = {
    "open_spiel oh_hell, 4 seats, 12 cards, loop as documented": open_spiel_as_documented,
    "open_spiel oh_hell, 4 seats, 12 cards, chance by weight": open_spiel_weighted,
    "open_spiel oh_hell, 4 seats, 12 cards, leanest loop": open_spiel_leanest,
    FROM_PREPARED: open_spiel_from_prepared_deals,
    DOU_DIZHU: rlcard_dou_dizhu,
}
COMPILED_PEERS: dict[str, Callable[[], Work]] = {
    "open_spiel oh_hell, 4 seats, 12 cards, C++ rollouts, already dealt": (
        playouts.open_spiel_rollouts
    ),
    "open_spiel oh_hell, 4 seats, 12 cards, C++ random bots, dealing included": (
        playouts.open_spiel_random_bots
    ),
}
# Positions of each hand size that worlds are drawn from.
PLACES = 40


class Bench:
    """How long to measure, and the sections of the report."""

    def __init__(self, rounds: int, seconds: float) -> None:
        self.rounds = rounds
        self.seconds = seconds

    def deals_in_python(self) -> str:
        """Whole random deals, the loop in Python on either side."""
        loops = {OURS: ours("ascenseur-52", 4, cards=CARDS)}
        loops[OURS_PREPARED] = ours_from_prepared_deals()
        loops |= {name: make() for name, make in PEERS.items()}
        loops |= every_game()
        compared = {name: (OURS, name) for name in PEERS if name != DOU_DIZHU}
        compared[FROM_PREPARED] = OURS_PREPARED, FROM_PREPARED
        rates = measure(_each_once(loops), self.rounds, self.seconds)
        return table("complete random deals, loop in Python", rates, compared)

    def deals_compiled(self) -> str:
        """Whole random deals, the loop itself compiled; dou dizhu is all that rlcard has near."""
        works = {OURS: ours_compiled("ascenseur-52", 4, CARDS)}
        works |= {name: make() for name, make in COMPILED_PEERS.items()}
        works[DOU_DIZHU] = once(rlcard_dou_dizhu())
        works |= every_game_compiled()
        compared = {name: (OURS, name) for name in COMPILED_PEERS}
        rates = measure(works, self.rounds, self.seconds)
        return table("complete random deals, compiled", rates, compared)

    def worlds(self) -> str:
        """Worlds of every game, by the public function."""
        rates = measure(_each_once(every_world()), self.rounds, self.seconds)
        return table("worlds drawn from a view, Python", rates)

    def samples(self, sizes: dict[int, list[Position]]) -> str:
        """Worlds beside OpenSpiel's, on the same positions."""
        works = {
            f"{cards} cards, {name}": work
            for cards, places in sizes.items()
            for name, work in samples.speed(places).items()
        }
        compared = {
            f"{cards} cards, {name}": (f"{cards} cards, {name}", f"{cards} cards, {samples.PEER}")
            for cards, name in product(sizes, samples.OURS)
        }
        rates = measure(works, self.rounds, self.seconds)
        return table("worlds drawn from the same positions of Oh Hell", rates, compared)

    def simulations(self) -> str:
        """Search beside OpenSpiel's, on the same positions."""
        works, compared = simulations.speed()
        rates = measure(works, self.rounds, self.seconds)
        return table("simulations of a search", rates, compared)


def _each_once(loops: dict[str, Loop]) -> dict[str, Work]:
    return {name: once(loop) for name, loop in loops.items()}


def heading() -> str:
    """Where and when, and what is measured how."""
    peers = ", ".join(f"{name} {version(name)}" for name in ("open_spiel", "rlcard"))
    return (
        f"# Speed, {datetime.now(tz=UTC).date()}\n\n"
        f"`make bench` on {os.cpu_count()} cores ({platform.machine()}), Python "
        f"{platform.python_version()}, {peers}. One thread; seconds of processor time. All take "
        "turns within each round; ratios are taken within a round: median (least–greatest)."
    )


COMPILED_NOTE = (
    "OpenSpiel's own rollouts are reached through `MCTSBot` with `RandomRolloutEvaluator(200)` and "
    "one simulation. They cannot start before the cards are dealt (its search needs a decision at "
    "the root), so that line leaves dealing out, and ours has it in. The other line is OpenSpiel's "
    "C++ too (`evaluate_bots` with its uniformly random bots), dealing included. rlcard has none "
    "of these games; dou dizhu is its nearest, and its loop is Python."
)
SAMPLES_NOTE = (
    "The same positions on both sides, play at random up to there. A void is broken when a seat "
    "that did not follow a suit holds a card of it; the stock are the cards dealt to nobody."
)
SIMULATIONS_NOTE = (
    "Ours is one candidate move in one sampled world, played out by a policy that judges every "
    "move. Theirs (`ISMCTSBot`) is one sampled world, a descent through the tree and a random "
    "rollout."
)
THREADS_NOTE = (
    "Python threads that call the kernels, by time on the clock. Two processes share no lock: "
    "they show what the machine had to give."
)

SOCKETS = [1000, 2000]
TABLES_NOTE = (
    "A real server on loopback writing to a real file with full durability, four people's clients "
    "a table in a process of their own on the same two cores, no bots. First a steady pace, with "
    "the time from when a move was due to its acknowledgement; then as fast as it goes. Memory is "
    "the server's growth over its empty size, by tables."
)


def report(rounds: int, seconds: float) -> Iterator[str]:
    """All sections, each when it is measured; without kernels those that need none."""
    bench = Bench(rounds, seconds)
    sizes = {cards: positions(cards, PLACES, "play") for cards in simulations.SIZES}
    yield heading()
    yield bench.deals_in_python()
    if kernel("ascenseur-52"):
        yield bench.deals_compiled()
        yield COMPILED_NOTE
    yield bench.worlds()
    yield bench.samples(sizes)
    yield samples.faults_table(sizes)
    yield SAMPLES_NOTE
    if kernel("ascenseur-52"):
        yield bench.simulations()
        yield SIMULATIONS_NOTE
        yield scaling_table(rounds, 2 * seconds)
        yield THREADS_NOTE
    yield tables.report(SOCKETS, tables.STEADY, tables.SECONDS)
    yield TABLES_NOTE


def main() -> None:
    """Measure and print; `--write FILE` keeps the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--seconds", type=float, default=0.15, help="for each loop in each round")
    parser.add_argument("--write", type=Path, help="write the tables to this file as well")
    args = parser.parse_args()
    parts: list[str] = []
    for part in report(args.rounds, args.seconds):
        print(f"{part}\n", flush=True)
        parts.append(part)
    if args.write:
        args.write.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
