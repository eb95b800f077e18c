"""Whole random deals where the loop itself is compiled: ours, and OpenSpiel's own in C++."""

from __future__ import annotations

import random
from itertools import count
from typing import Any

import funicular
from bench.oh_hell import SEATS
from bench.rounds import Work, in_turn
from funicular.bots.engine import ENGINES
from funicular.games.registry import SEATS as SEAT_COUNTS

CARDS = 12
# Each call of a kernel is long enough that calling it costs nothing, and short beside a round.
DEALS_A_CALL = 1_000
ROLLOUTS_A_CALL = 200
DEALS_THERE = 20


def kernel(name: str) -> Any:  # noqa: ANN401 - one module a game, each with its own types
    """The compiled twin of a game, if there is one here."""
    installed = ENGINES[name]
    return installed.engine if installed.compiled else None


def ours_compiled(name: str, seats: int, cards: int | None = None) -> Work:
    """Random deals by the twin, dealing and scoring included."""
    game, twin, seeds = funicular.game(name, seats=seats), kernel(name), count()
    size = () if cards is None else (cards,)

    def work() -> int:
        twin.playouts(game, *size, DEALS_A_CALL, next(seeds))
        return DEALS_A_CALL

    return work


def every_game_compiled() -> dict[str, Work]:
    """A line for every game and number of seats that has a twin; the labels of `every_game`."""
    works = {}
    for name in funicular.GAMES:
        for seats in SEAT_COUNTS[name] if kernel(name) else ():
            schedule = funicular.game(name, seats=seats).schedule
            cards = max(schedule) // 2 if schedule else None
            label = f"{name}, {seats} seats" + (f", {cards} cards" if cards else "")
            works[label] = ours_compiled(name, seats, cards)
    return works


def open_spiel_rollouts() -> Work:
    """Its random rollouts, from the first bid on: the fastest loop it has, and no dealing in it.

    The only way there from Python is a search. The first simulation of its MCTS bot evaluates the
    root itself by all the rollouts asked for, and there is only one simulation. A root where cards
    are still to be dealt kills the process, so each search starts from one of some dealt ones.
    """
    import pyspiel

    game = pyspiel.load_game(f"oh_hell(players={SEATS},num_tricks_fixed={CARDS})")
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS_A_CALL, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)  # noqa: FBT003 - theirs
    rng = random.Random(1)

    def from_a_deal() -> Work:
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])

        def work() -> int:
            bot.mcts_search(state)
            return ROLLOUTS_A_CALL

        return work

    return in_turn([from_a_deal() for _ in range(DEALS_THERE)])


def open_spiel_random_bots() -> Work:
    """Whole deals in C++, dealing included: its uniformly random bots played against each other."""
    import pyspiel

    game = pyspiel.load_game(f"oh_hell(players={SEATS},num_tricks_fixed={CARDS})")
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(SEATS)]
    seeds = count()

    def work() -> int:
        pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))
        return 1

    return work
