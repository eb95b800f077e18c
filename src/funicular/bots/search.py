"""The search in pure Python, for any game and any machine.

Worlds are drawn from the view. In each of them every candidate move is tried and the deal played
out by the `casual` policy, every seat from its own view of that world; `successive_elimination`
weighs the results. The candidates are the moves that `casual` ranks highest, its own choice the
favourite: as many as the budget can try in enough worlds to tell them apart.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from statistics import fmean

from msgspec import Struct

from funicular.bots.registry import BOTS
from funicular.bots.successive_elimination import Race
from funicular.core.game import Move, State, View
from funicular.games.registry import game_of

# How many moves are worth a try, whatever the budget; and how many worlds it takes, at least, to
# tell moves apart. Set by trying what wins.
SHORTLIST = 8
ENOUGH_WORLDS = 12
# More would tell nothing new.
MOST_WORLDS = 4096


def choose(view: View, rng: random.Random, *, playouts: int | None, seconds: float | None) -> Move:
    """The move that does best in worlds drawn from this view."""
    game = game_of(view.setup)
    return _choose(Trial(view, lambda: game.world(view, rng), _end(seconds)), rng, playouts)


def choose_knowing(
    state: State, seat: int, rng: random.Random, *, playouts: int | None, seconds: float | None
) -> Move:
    """The move that does best in the one true world."""
    return _choose(Trial(state.view(seat), lambda: state, _end(seconds)), rng, playouts)


class OutOfTime(Exception):
    """The time was spent in the middle of a playout; the race ends with what it has."""


class Trial(Struct, frozen=True):
    """How moves are tried: for whom, in which worlds, and until when."""

    view: View
    world: Callable[[], State]
    end: float | None

    def value(self, state: State, move: Move, luck: int) -> float:
        """What the seat is ahead of the others by, on average, once this world is played out."""
        seat = self.view.seat or 0
        policy = BOTS[self.view.setup.name].casual
        rng = random.Random(luck)
        state = state.play(seat, move)
        while state.to_act:
            if self.end is not None and time.monotonic() >= self.end:
                raise OutOfTime
            mover = state.to_act[0]
            moves = state.legal_moves(mover)
            chosen = moves[0] if len(moves) == 1 else policy(state.view(mover), rng)
            state = state.play(mover, chosen)
        points = state.points_so_far
        return points[seat] - fmean(points[:seat] + points[seat + 1 :])

    def playouts_left(self, move: Move) -> int:
        """How many playouts the time left may be enough for, going by one of this move."""
        begin = time.monotonic()
        self.value(self.world(), move, 0)
        now = time.monotonic()
        return 0 if self.end is None else int((self.end - now) / (now - begin))


def _end(seconds: float | None) -> float | None:
    return None if seconds is None else time.monotonic() + seconds


def _choose(trial: Trial, rng: random.Random, playouts: int | None) -> Move:
    moves = BOTS[trial.view.setup.name].ranking(trial.view, rng)
    try:
        affordable = trial.playouts_left(moves[0]) if playouts is None else playouts
    except OutOfTime:
        return moves[0]
    moves = moves[: min(SHORTLIST, max(2, affordable // ENOUGH_WORLDS))]
    race = Race(len(moves))
    spent = 0
    while not race.decided and race.worlds < MOST_WORLDS:
        spent += len(race.running)
        if playouts is not None and spent > playouts:
            break
        # The same world and the same luck for every candidate.
        world, luck = trial.world(), rng.getrandbits(32)
        try:
            race.add_world([trial.value(world, moves[each], luck) for each in race.running])
        except OutOfTime:
            break
    return moves[race.best()]
