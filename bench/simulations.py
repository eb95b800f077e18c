"""Simulations a second of our search and of OpenSpiel's ISMCTS, on the very same positions.

Ours: one candidate move in one sampled world, played out by a policy that judges every move; and,
to compare like with like, the same played out at random.
Theirs: one sampled world, a descent through its tree, and a random playout from where that ends.
"""

from __future__ import annotations

import random
from itertools import count
from typing import Any

from bench.playouts import kernel
from bench.positions import Phase, Position, positions
from bench.rounds import Compared, Work, all_of

# What each side spends on one decision, some 20 ms of either.
PLAYOUTS = 1_000
SIMULATIONS = 400
PLACES = 12
SIZES = (5, 12)
PHASES: tuple[Phase, ...] = ("bidding", "play")


def ismcts(simulations: int, *, seconds: float = -1, uct_c: float = 2.0, seed: int = 1) -> Any:  # noqa: ANN401 - pyspiel ships no types
    """Its bot, whose policy is how often it tried each move. Seconds count instead, if given.

    A position over there is named by all that its seat knows, so what is legal in it never differs
    from world to world, and the slower search that allows for that is not needed.
    """
    import pyspiel

    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.ISMCTSBot(seed, evaluator, uct_c, simulations, max_wall_clock_time=seconds)


def ours(position: Position) -> Work:
    """A decision of ours; what it counts are the playouts it really made."""
    twin, seeds = kernel("ascenseur-52"), count()

    def work() -> int:
        rng = random.Random(next(seeds))
        return sum(each.worlds for each in twin.assess(position.view, rng, playouts=PLAYOUTS))

    return work


def ours_at_random(position: Position) -> Work:
    """The same search with what theirs does in a world: play at random."""
    twin, seeds = kernel("ascenseur-52"), count()

    def work() -> int:
        rng = random.Random(next(seeds))
        judged = twin.assess_at_random(position.view, rng, playouts=PLAYOUTS)
        return sum(each.worlds for each in judged)

    return work


def open_spiel(position: Position) -> Work:
    """A decision of theirs."""
    bot = ismcts(SIMULATIONS)

    def work() -> int:
        bot.step(position.there)
        return SIMULATIONS

    return work


def speed() -> tuple[dict[str, Work], dict[str, Compared]]:
    """Both sides by hand size and phase, and which lines are to be compared."""
    works: dict[str, Work] = {}
    compared: dict[str, Compared] = {}
    for cards in SIZES:
        for phase in PHASES:
            places = positions(cards, PLACES, phase)
            mine, theirs = (f"{side}, {cards} cards, {phase}" for side in ("ours", "open_spiel"))
            works[mine] = all_of([ours(place) for place in places])
            at_random = f"{mine}, random playouts"
            works[at_random] = all_of([ours_at_random(place) for place in places])
            works[theirs] = all_of([open_spiel(place) for place in places])
            compared |= {line: (line, theirs) for line in (mine, at_random)}
    return works, compared
