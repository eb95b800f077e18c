"""Auf & Ab by its compiled twin: numbers go in (`numbers.auf_ab`), codes come back as moves."""

from __future__ import annotations

import random

from msgspec import Struct
from msgspec.structs import replace

from funicular.core.errors import IllegalMove
from funicular.games.auf_ab.game import AufAb
from funicular.games.auf_ab.moves import AufAbMove
from funicular.games.auf_ab.state import State
from funicular.games.auf_ab.view import View
from funicular.native import _auf_ab, weights
from funicular.native.evaluated import (
    EvaluationRequest,
    Measurement,
    kernel_arguments,
    measurement,
)
from funicular.native.judged import Judged, best_move, judged_moves
from funicular.native.numbers.auf_ab import move_of, state_numbers, view_numbers
from funicular.native.numbers.packing import packed

SEED_BITS = 64

_auf_ab.load_weights(weights.read("auf_ab"))


class Traced(Struct, frozen=True):
    """A random deal of the twin, to be replayed: the hands, then seat, legal moves and move."""

    hands: tuple[int, ...]
    steps: list[tuple[int, list[int], int]]
    points: tuple[int, ...]


def choose(
    view: View, rng: random.Random, *, playouts: int | None = None, seconds: float | None = None
) -> AufAbMove:
    """The move that wins most in worlds that the view allows; one of the two limits is given."""
    return best_move(_assess(view, rng, playouts, seconds), move_of)


def choose_knowing(
    state: State,
    seat: int,
    rng: random.Random,
    *,
    playouts: int | None = None,
    seconds: float | None = None,
) -> AufAbMove:
    """The move of a clairvoyant in this seat, whose turn it is: it sees every hand."""
    # In the one world there is nothing is left to chance, and a playout a move is enough.
    del rng, playouts, seconds
    if state.to_act != (seat,):
        raise IllegalMove("bot.not-its-turn")
    return best_move(_auf_ab.assess_knowing(state_numbers(state)), move_of)


def assess(
    view: View, rng: random.Random, *, playouts: int | None = None, seconds: float | None = None
) -> tuple[Judged[AufAbMove], ...]:
    """Every legal move and its value: a deal won counts 1, a card in another hand a little more.

    A move that seemed hopeless from the start was tried in no world.
    """
    return judged_moves(_assess(view, rng, playouts, seconds), move_of)


def evaluate(view: View, rng: random.Random, request: EvaluationRequest) -> Measurement[AufAbMove]:
    """What every legal move brings when all seats play on like `casual`."""
    _check_turn(view)
    arguments = kernel_arguments(request)
    return measurement(_auf_ab.evaluate(view_numbers(view), _seed(rng), *arguments), move_of)


def casual(view: View) -> AufAbMove:
    """What the twin of the casual player does."""
    _check_turn(view)
    return move_of(_auf_ab.casual(view_numbers(view)))


def legal_moves(state: State) -> tuple[int, ...]:
    """The codes of what the seat to act may do, by the twin."""
    if not state.to_act:
        return ()
    return tuple(_auf_ab.legal(state_numbers(state)))


def playouts(game: AufAb, deals: int, seed: int) -> tuple[int, tuple[int, ...]]:
    """Play random deals: the moves made, and the points of each seat."""
    moves, points = _auf_ab.playouts(packed((game.seats,)), deals, seed)
    return moves, tuple(points)


def trace(game: AufAb, seed: int) -> Traced:
    """The first of the deals that `playouts` plays with this seed."""
    hands, steps, points = _auf_ab.trace(packed((game.seats,)), seed)
    return Traced(tuple(hands), steps, tuple(points))


def tables(game: AufAb, sizes: tuple[int, ...], tables: int, threads: int) -> _auf_ab.Tables:
    """Tables to be stepped together; the size of a hand follows from the seats."""
    del sizes
    return _auf_ab.tables(packed((game.seats,)), tables, threads)


def dealt_at(game: AufAb, tables: _auf_ab.Tables, row: int) -> tuple[State, list[int]]:
    """A table as it was dealt, and the numbers of the moves since."""
    hands, history = tables.table(row)
    return State.begin(game.setup, tuple(hands)), history


def worlds(view: View, rng: random.Random, count: int) -> list[State]:
    """States drawn uniformly from all that the view allows."""
    hands = _auf_ab.worlds(view_numbers(view), count, _seed(rng))
    like = AufAb(view.setup).world(view, rng)
    laid = [dealt & like.played for dealt in like.dealt]
    return [
        replace(like, dealt=tuple(cards | now for cards, now in zip(laid, drawn, strict=False)))
        for drawn in hands
    ]


def _assess(
    view: View, rng: random.Random, playouts: int | None, seconds: float | None
) -> _auf_ab.Assessment:
    _check_turn(view)
    return _auf_ab.assess(view_numbers(view), _seed(rng), playouts, seconds)


def _check_turn(view: View) -> None:
    if view.seat not in view.to_act:
        raise IllegalMove("bot.not-its-turn")


def _seed(rng: random.Random) -> int:
    return rng.getrandbits(SEED_BITS)
