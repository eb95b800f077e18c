"""Duplicate deals: one bot against a field of another, on the same cards from every seat.

For each deal the challenger sits once in every seat, the field in all others. What counts is its
points less the mean of the others' at that table; the mean over the seats takes the luck of the
cards out. Deals are independent, so intervals come from resampling whole deals.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from statistics import fmean

from msgspec import Struct

from funicular.bots.bot import Bot
from funicular.bots.levels import bot
from funicular.core.game import Game, State
from funicular.games.registry import game as make_game


class Contest(Struct, frozen=True):
    """Who meets whom at which game."""

    game: str
    seats: int
    challenger: str
    field: str


class DealResult(Struct, frozen=True):
    """One deal, the challenger in every seat in turn."""

    # The challenger's points less the mean of the others', averaged over the seats.
    margin: float
    # How often the challenger came first, ties shared.
    firsts: float


def deal_number(game: Game, number: int, seed: int) -> State:
    """The deal of this number: hand sizes and dealers take turns where a game has them."""
    rng = random.Random(f"{seed}/{game.name}/{game.seats}/{number}")
    if not game.schedule:
        return game.deal(rng)
    return game.deal(
        rng,
        dealer=number % game.seats,
        cards=game.schedule[number % len(game.schedule)],
    )


def play_out(state: State, bots: Sequence[Bot], rng: random.Random) -> tuple[int, ...]:
    """Let bots finish a deal, each from its own view."""
    while state.to_act:
        seat = state.to_act[0]
        state = state.play(seat, bots[seat].choose(state.view(seat), rng))
    return state.points_so_far


def play_duplicate(contest: Contest, number: int, seed: int) -> DealResult:
    """Play one deal with the challenger in every seat."""
    game = make_game(contest.game, seats=contest.seats)
    deal = deal_number(game, number, seed)
    margins: list[float] = []
    firsts: list[float] = []
    for seat in range(contest.seats):
        bots = [bot(contest.field)] * contest.seats
        bots[seat] = bot(contest.challenger)
        points = play_out(deal, bots, random.Random(f"{seed}/{number}/{seat}"))
        others = points[:seat] + points[seat + 1 :]
        margins.append(points[seat] - fmean(others))
        best = max(points)
        firsts.append(points.count(best) ** -1 if points[seat] == best else 0.0)
    return DealResult(fmean(margins), fmean(firsts))


def run(
    contest: Contest, deals: int, *, seed: int = 0, pool: Executor | None = None
) -> Iterator[DealResult]:
    """Play so many deals, on a pool of processes if given. The same seed gives the same result."""
    numbers = range(deals)
    if pool is None:
        for number in numbers:
            yield play_duplicate(contest, number, seed)
    else:
        yield from pool.map(play_duplicate, [contest] * deals, numbers, [seed] * deals, chunksize=8)
