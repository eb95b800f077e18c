"""Auf & Ab by its compiled twin: views and states as numbers, and numbers as moves again.

A hand is the same set of bits on both sides. A move is a number too: the bits of its cards, with
the size above them; a pass is 0.
"""

from __future__ import annotations

import random

from msgspec import Struct
from msgspec.structs import replace

from funicular.core.bits import bits_of
from funicular.core.errors import IllegalMove
from funicular.games.auf_ab.cards import Direction, cards_in
from funicular.games.auf_ab.events import moves_behind
from funicular.games.auf_ab.game import AufAb
from funicular.games.auf_ab.moves import PASS, AufAbMove, Lay
from funicular.games.auf_ab.public import Public
from funicular.games.auf_ab.state import State
from funicular.games.auf_ab.tricks import Trick, changes_in, last_meld
from funicular.games.auf_ab.view import View
from funicular.native import _auf_ab, weights
from funicular.native.evaluated import (
    EvaluationRequest,
    Measurement,
    kernel_arguments,
    measurement,
)
from funicular.native.judged import Judged, best_move, judged_moves

SIZE_AT = 56
SEED_BITS = 64
NOBODY = -1
# The kernels keep room for this many seats.
MOST_SEATS = 4

_auf_ab.load_weights(weights.read("auf_ab"))


class Traced(Struct, frozen=True):
    """A random deal of the twin, to be replayed: the hands, then seat, legal moves and move."""

    hands: tuple[int, ...]
    steps: list[tuple[int, list[int], int]]
    points: tuple[int, ...]


def code_of(move: AufAbMove) -> int:
    """The move as a number."""
    return bits_of(move.cards) | move.size << SIZE_AT if isinstance(move, Lay) else 0


def move_of(code: int) -> AufAbMove:
    """The move behind a number."""
    size = code >> SIZE_AT
    return Lay(cards_in(code & ((1 << SIZE_AT) - 1)), size) if size else PASS


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
    return best_move(_auf_ab.assess_knowing(_state(state)), move_of)


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
    return measurement(_auf_ab.evaluate(_view(view), _seed(rng), *arguments), move_of)


def casual(view: View) -> AufAbMove:
    """What the twin of the casual player does."""
    _check_turn(view)
    return move_of(_auf_ab.casual(_view(view)))


def legal_moves(state: State) -> tuple[int, ...]:
    """The codes of what the seat to act may do, by the twin."""
    if not state.to_act:
        return ()
    return tuple(_auf_ab.legal(_state(state)))


def playouts(game: AufAb, deals: int, seed: int) -> tuple[int, tuple[int, ...]]:
    """Play random deals: the moves made, and the points of each seat."""
    moves, points = _auf_ab.playouts(game.seats, deals, seed)
    return moves, tuple(points)


def trace(game: AufAb, seed: int) -> Traced:
    """The first of the deals that `playouts` plays with this seed."""
    hands, steps, points = _auf_ab.trace(game.seats, seed)
    return Traced(tuple(hands), steps, tuple(points))


def worlds(view: View, rng: random.Random, count: int) -> list[State]:
    """States drawn uniformly from all that the view allows."""
    hands = _auf_ab.worlds(_view(view), count, _seed(rng))
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
    return _auf_ab.assess(_view(view), _seed(rng), playouts, seconds)


def _check_turn(view: View) -> None:
    if view.seat not in view.to_act:
        raise IllegalMove("bot.not-its-turn")


def _seed(rng: random.Random) -> int:
    return rng.getrandbits(SEED_BITS)


def _table(
    table: State | Public, direction: Direction, trick: Trick, *, opening: bool
) -> _auf_ab.TableNumbers:
    last = last_meld(trick)
    return (
        len(table.left),
        table.to_act[0] if table.to_act else NOBODY,
        direction == "falling",
        code_of(last) if last else 0,
        trick[-1][0] if trick else NOBODY,
        sum(1 << seat for seat in table.passed),
        len(changes_in(trick)) % 2 == 1,
        opening,
    )


def _view(view: View) -> _auf_ab.ViewNumbers:
    public = view.public
    opening = public.opening
    return (
        _table(public, public.direction, public.trick, opening=opening is None),
        NOBODY if view.seat is None else view.seat,
        bits_of(view.hand),
        bits_of(public.seen),
        _padded(public.left),
        public.opener,
        opening.bit if opening else 0,
        [code_of(move) for _, move in moves_behind(public.events)],
    )


def _state(state: State) -> _auf_ab.StateNumbers:
    hands = tuple(hand & ~state.played for hand in state.dealt)
    return (
        _table(state, state.direction, state.trick, opening=state.chain is None),
        _padded(hands),
        state.played,
    )


def _padded(numbers: tuple[int, ...]) -> list[int]:
    return [*numbers, *[0] * (MOST_SEATS - len(numbers))]
