"""dnpup by its compiled twin: numbers go in (`numbers.dnpup`), codes come back as moves."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

from msgspec import Struct

from funicular.games.dnpup.cards import ALL_CARDS, Hand, turned
from funicular.games.dnpup.game import Dnpup
from funicular.games.dnpup.moves import DnpupMove
from funicular.games.dnpup.state import State
from funicular.games.dnpup.view import View
from funicular.native import _dnpup
from funicular.native.evaluated import (
    EvaluationRequest,
    Measurement,
    kernel_arguments,
    measurement,
)
from funicular.native.judged import Judged, best_move, judged_moves
from funicular.native.numbers.dnpup import deal_numbers, move_of, state_numbers, view_numbers

SEED_BITS = 64

_CARDS = {card.order: card for card in ALL_CARDS}


class Step(Struct, frozen=True):
    """A turn of a deal played by the twin: who might do what, and did."""

    seat: int
    legal: tuple[DnpupMove, ...]
    move: DnpupMove


class Trace(Struct, frozen=True):
    """A whole deal played by the twin."""

    hands: tuple[Hand, ...]
    steps: tuple[Step, ...]
    points: tuple[int, ...]
    void: bool


def choose(
    view: View,
    rng: random.Random,
    *,
    playouts: int | None = None,
    seconds: float | None = None,
) -> DnpupMove:
    """The best move found within the playouts or seconds, one of which is given."""
    return _choice(view_numbers(view), view.setup.seats, rng, playouts, seconds)


def choose_knowing(
    state: State,
    seat: int,
    rng: random.Random,
    *,
    playouts: int | None = None,
    seconds: float | None = None,
) -> DnpupMove:
    """The same for a player who sees all hands."""
    return _choice(state_numbers(state, seat), state.setup.seats, rng, playouts, seconds)


def assess(
    view: View,
    rng: random.Random,
    *,
    playouts: int | None = None,
    seconds: float | None = None,
) -> tuple[Judged[DnpupMove], ...]:
    """Every legal move with its value, in the order of the legal moves."""
    assessment = _assessed(view_numbers(view), rng, playouts, seconds)
    return judged_moves(assessment, partial(move_of, seats=view.setup.seats))


def evaluate(view: View, rng: random.Random, request: EvaluationRequest) -> Measurement[DnpupMove]:
    """What every legal move brings when all seats play on like `casual`."""
    seed = rng.getrandbits(SEED_BITS)
    valuation = _dnpup.evaluate(view_numbers(view), seed, *kernel_arguments(request))
    return measurement(valuation, partial(move_of, seats=view.setup.seats))


def playouts(game: Dnpup, count: int, seed: int) -> int:
    """Play deals at random, dealing included; how many moves they took."""
    turns, _points = _dnpup.playouts(deal_numbers(game), count, seed)
    return turns


def trace(game: Dnpup, seed: int) -> Trace:
    """One deal played at random."""
    hands, steps, points = _dnpup.trace(deal_numbers(game), seed)
    told = tuple(
        Step(seat, _moves(codes, game.seats), move_of(code, game.seats))
        for seat, codes, code in steps
    )
    return Trace(tuple(map(_hand, hands)), told, tuple(points), void=not any(points))


def tables(game: Dnpup, sizes: tuple[int, ...], tables: int, threads: int) -> _dnpup.Tables:
    """Tables to be stepped together; the size of a hand follows from the seats."""
    del sizes
    return _dnpup.tables(deal_numbers(game), tables, threads)


def dealt_at(game: Dnpup, tables: _dnpup.Tables, row: int) -> tuple[State, list[int]]:
    """A table as it was dealt, and the numbers of the moves since."""
    hands, history = tables.table(row)
    return State.begin(game.setup, tuple(map(_hand, hands))), history


def legal_moves(view: View) -> tuple[DnpupMove, ...]:
    """What the twin holds to be legal for the seat whose turn it is."""
    return _moves(_dnpup.legal(view_numbers(view)), view.setup.seats)


def casual_worths(view: View) -> list[float]:
    """What the twin of `casual` thinks of each legal move."""
    return _dnpup.worths(view_numbers(view))


def worlds(view: View, rng: random.Random, count: int) -> list[State]:
    """States drawn uniformly from all that the view allows, this many."""
    drawn = _dnpup.worlds(view_numbers(view), count, rng.getrandbits(SEED_BITS))
    return [_state(view, tuple(map(_hand, hidden))) for hidden in drawn]


def _choice(
    numbers: bytes,
    seats: int,
    rng: random.Random,
    playouts: int | None,
    seconds: float | None,
) -> DnpupMove:
    return best_move(_assessed(numbers, rng, playouts, seconds), partial(move_of, seats=seats))


def _assessed(
    numbers: bytes, rng: random.Random, playouts: int | None, seconds: float | None
) -> _dnpup.Assessment:
    seed = rng.getrandbits(SEED_BITS)
    return _dnpup.assess(numbers, seed, playouts, seconds)


def _state(view: View, hidden: tuple[Hand, ...]) -> State:
    """The state in which the others hold these cards besides those that all have seen."""
    public = view.public
    dealt, hands = [], []
    for seat, unseen in enumerate(hidden):
        if seat == view.seat:
            dealt.append(view.dealt)
            hands.append(view.hand)
        else:
            then = turned(unseen) if public.flips[seat] % 2 else unseen
            dealt.append(tuple(sorted((*public.proven[seat], *then))))
            hands.append(tuple(sorted((*public.known[seat], *unseen))))
    return State(view.setup, tuple(dealt), tuple(hands), public)


def _hand(orders: Sequence[int]) -> Hand:
    return tuple(sorted([_CARDS[order] for order in orders]))


def _moves(codes: Sequence[int], seats: int) -> tuple[DnpupMove, ...]:
    return tuple([move_of(code, seats) for code in codes])
