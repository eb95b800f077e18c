"""dnpup's twin from Python: views and states go in as numbers, codes come back as moves.

A card is its `order`. A move is one number: which cards leave the hand, as bits of the forty cards
of the full deck (of two like cards the first), then their value, the zone, and what is done.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache, partial

from msgspec import Struct

from funicular.core.errors import BadDeal
from funicular.games.dnpup.cards import ALL_CARDS, Card, Hand, deck_of, turned, without
from funicular.games.dnpup.game import Dnpup
from funicular.games.dnpup.moves import ADDS, FLIP, TAKES, Add, DnpupMove, Play, Take
from funicular.games.dnpup.state import State
from funicular.games.dnpup.view import View
from funicular.games.dnpup.zones import ZONES
from funicular.native import _dnpup
from funicular.native.evaluated import (
    EvaluationRequest,
    Measurement,
    kernel_arguments,
    measurement,
)
from funicular.native.judged import Judged, best_move, judged_moves

SEED_BITS = 64

_CARDS = {card.order: card for card in ALL_CARDS}
_FULL_DECK = deck_of(5)
_PLAY, _ADD, _TAKE, _FLIP = range(4)


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
    return _choice(_seen(view), view.setup.seats, rng, playouts, seconds)


def choose_knowing(
    state: State,
    seat: int,
    rng: random.Random,
    *,
    playouts: int | None = None,
    seconds: float | None = None,
) -> DnpupMove:
    """The same for a player who sees all hands."""
    return _choice(_told(state, state.hands, seat), state.setup.seats, rng, playouts, seconds)


def assess(
    view: View,
    rng: random.Random,
    *,
    playouts: int | None = None,
    seconds: float | None = None,
) -> tuple[Judged[DnpupMove], ...]:
    """Every legal move with its value, in the order of the legal moves."""
    assessment = _assessed(_seen(view), rng, playouts, seconds)
    return judged_moves(assessment, partial(_move, seats=view.setup.seats))


def evaluate(view: View, rng: random.Random, request: EvaluationRequest) -> Measurement[DnpupMove]:
    """What every legal move brings when all seats play on like `casual`."""
    seed = rng.getrandbits(SEED_BITS)
    valuation = _dnpup.evaluate(_seen(view), seed, *kernel_arguments(request))
    return measurement(valuation, partial(_move, seats=view.setup.seats))


def playouts(game: Dnpup, count: int, seed: int) -> int:
    """Play deals at random, dealing included; how many moves they took."""
    turns, _points = _dnpup.playouts((game.seats, game.options.turn_cap), count, seed)
    return turns


def trace(game: Dnpup, seed: int) -> Trace:
    """One deal played at random."""
    hands, steps, points = _dnpup.trace((game.seats, game.options.turn_cap), seed)
    told = tuple(
        Step(seat, _moves(codes, game.seats), _move(code, game.seats))
        for seat, codes, code in steps
    )
    return Trace(tuple(map(_hand, hands)), told, tuple(points), void=not any(points))


def legal_moves(view: View) -> tuple[DnpupMove, ...]:
    """What the twin holds to be legal for the seat whose turn it is."""
    return _moves(_dnpup.legal(_seen(view)), view.setup.seats)


def casual_worths(view: View) -> list[float]:
    """What the twin of `casual` thinks of each legal move."""
    return _dnpup.worths(_seen(view))


def worlds(view: View, rng: random.Random, count: int) -> list[State]:
    """States drawn uniformly from all that the view allows, this many."""
    drawn = _dnpup.worlds(_seen(view), count, rng.getrandbits(SEED_BITS))
    return [_state(view, tuple(map(_hand, hidden))) for hidden in drawn]


def _choice(
    seen: _dnpup.Seen,
    seats: int,
    rng: random.Random,
    playouts: int | None,
    seconds: float | None,
) -> DnpupMove:
    return best_move(_assessed(seen, rng, playouts, seconds), partial(_move, seats=seats))


def _assessed(
    seen: _dnpup.Seen, rng: random.Random, playouts: int | None, seconds: float | None
) -> _dnpup.Assessment:
    seed = rng.getrandbits(SEED_BITS)
    return _dnpup.assess(seen, seed, playouts, seconds)


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


def _seen(view: View) -> _dnpup.Seen:
    """The view in numbers."""
    hands: list[Hand] = [()] * view.setup.seats
    dealt = list(view.public.proven)
    if view.seat is not None:
        hands[view.seat] = view.hand
        dealt[view.seat] = view.dealt
    history = view.public.history
    # A position that was laid out rather than played has no choices to learn from.
    complete = len(history) == view.public.turns
    return _told(view, hands, view.seat, dealt, [_code(move) for _, move in history] * complete)


def _told(
    deal: View | State,
    hands: Sequence[Hand],
    seat: int | None,
    dealt: Sequence[Hand] = (),
    history: Sequence[int] = (),
) -> _dnpup.Seen:
    """The deal in numbers, as somebody knows it who sees these hands."""
    public = deal.public
    try:
        secret = [
            without(hand, known) if hand else ()
            for hand, known in zip(hands, public.known, strict=True)
        ]
    except ValueError as error:
        # A hand without the cards that everybody saw it take up.
        raise BadDeal("native.position") from error
    return _dnpup.seen(
        seats=deal.setup.seats,
        turn_cap=deal.setup.options.turn_cap,
        starter=public.starter,
        turn=-1 if public.turn is None else public.turn.index,
        turns=public.turns,
        out=public.out,
        melds=_orders(public.melds),
        known=_orders(public.known),
        secret=_orders(secret),
        counts=public.counts,
        discarded=[card.order for card in public.discarded],
        seat=-1 if seat is None else seat,
        dealt=_orders(dealt),
        history=history,
    )


def _orders(hands: Sequence[Hand]) -> list[list[int]]:
    return [[card.order for card in hand] for hand in hands]


def _hand(orders: Sequence[int]) -> Hand:
    return tuple(sorted([_CARDS[order] for order in orders]))


def _moves(codes: Sequence[int], seats: int) -> tuple[DnpupMove, ...]:
    return tuple([_move(code, seats) for code in codes])


@cache  # A few thousand moves, met again and again.
def _move(code: int, seats: int) -> DnpupMove:
    """The move that the twin writes as this number."""
    value, zone, kind = code >> 40 & 15, ZONES[seats][code >> 44 & 15], code >> 48
    bearing = [card for place, card in enumerate(_FULL_DECK) if code >> place & 1]
    cards = tuple(card if card.active == value else card.turned for card in bearing)
    if kind == _PLAY:
        return Play(cards)
    if kind == _ADD:
        return ADDS[cards[0], zone]
    return TAKES[zone] if kind == _TAKE else FLIP


@cache
def _code(move: DnpupMove) -> int:
    """The number of a move: the inverse of `_move`."""
    match move:
        case Play(cards):
            return _bits(cards) | cards[0].active << 40 | _PLAY << 48
        case Add(card, zone):
            return _bits((card,)) | card.active << 40 | zone.index << 44 | _ADD << 48
        case Take(zone):
            return zone.index << 44 | _TAKE << 48
        case _:
            return _FLIP << 48


def _bits(cards: Sequence[Card]) -> int:
    """The places of these cards in the full deck; of two like cards the first counts first."""
    bits = 0
    for card in cards:
        place = _FULL_DECK.index(card.low_up)
        bits |= 1 << place + (bits >> place & 1)
    return bits
