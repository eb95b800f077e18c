"""dnpup as numbers, and numbers as moves again.

A card is its `order`. A move is one number: which cards leave the hand, as bits of the forty cards
of the full deck (of two like cards the first), then their value, the zone, and what is done.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from funicular.core.errors import BadDeal
from funicular.games.dnpup.cards import Card, Hand, deck_of, without
from funicular.games.dnpup.game import Dnpup
from funicular.games.dnpup.moves import ADDS, FLIP, TAKES, Add, DnpupMove, Play, Take
from funicular.games.dnpup.state import State
from funicular.games.dnpup.view import View
from funicular.games.dnpup.zones import ZONES
from funicular.native.numbers.packing import listed, packed, wide

NOBODY = -1

_FULL_DECK = deck_of(5)
_PLAY, _ADD, _TAKE, _FLIP = range(4)


def deal_numbers(game: Dnpup) -> bytes:
    """How cards are dealt: the seats, and the turns after which a deal is void."""
    return packed((game.seats, game.options.turn_cap))


def view_numbers(view: View) -> bytes:
    """What the view shows."""
    hands: list[Hand] = [()] * view.setup.seats
    dealt = list(view.public.proven)
    if view.seat is not None:
        hands[view.seat] = view.hand
        dealt[view.seat] = view.dealt
    history = view.public.history
    # A position that was laid out rather than played has no choices to learn from.
    complete = len(history) == view.public.turns
    codes = [_code_words(move) for _, move in history] if complete else []
    return _position(view, hands, view.seat, dealt, codes)


def state_numbers(state: State, seat: int | None) -> bytes:
    """The whole state, as a seat knows it that sees all hands."""
    return _position(state, state.hands, seat)


def _position(
    deal: View | State,
    hands: Sequence[Hand],
    seat: int | None,
    dealt: Sequence[Hand] = (),
    history: Sequence[tuple[int, int]] = (),
) -> bytes:
    """A deal as far as a viewer knows it, in the order in which the kernels take it."""
    public = deal.public
    try:
        secret = [
            without(hand, known) if hand else ()
            for hand, known in zip(hands, public.known, strict=True)
        ]
    except ValueError as error:
        # A hand without the cards that everybody saw it take up.
        raise BadDeal("native.position") from error
    return packed(
        (
            deal.setup.seats,
            deal.setup.options.turn_cap,
            public.starter,
            NOBODY if public.turn is None else public.turn.index,
            public.turns,
            *listed(list(public.out)),
            *_orders(public.melds),
            # For each seat the cards it took up in the open, those only the viewer can place there,
            # and how many it holds.
            *_orders(public.known),
            *_orders(secret),
            *listed(list(public.counts)),
            *listed([card.order for card in public.discarded]),
            NOBODY if seat is None else seat,
            *_orders(dealt),
            len(history),
            *[word for words in history for word in words],
        )
    )


def _orders(hands: Sequence[Hand]) -> list[int]:
    words = [len(hands)]
    for hand in hands:
        words += listed([card.order for card in hand])
    return words


@cache  # A few thousand moves, met again and again.
def move_of(code: int, seats: int) -> DnpupMove:
    """The move behind a number; zones are named by the number of seats."""
    value, zone, kind = code >> 40 & 15, ZONES[seats][code >> 44 & 15], code >> 48
    bearing = [card for place, card in enumerate(_FULL_DECK) if code >> place & 1]
    cards = tuple(card if card.active == value else card.turned for card in bearing)
    if kind == _PLAY:
        return Play(cards)
    if kind == _ADD:
        return ADDS[cards[0], zone]
    return TAKES[zone] if kind == _TAKE else FLIP


@cache
def code_of(move: DnpupMove) -> int:
    """The number of a move: the inverse of `move_of`."""
    match move:
        case Play(cards):
            return _bits(cards) | cards[0].active << 40 | _PLAY << 48
        case Add(card, zone):
            return _bits((card,)) | card.active << 40 | zone.index << 44 | _ADD << 48
        case Take(zone):
            return zone.index << 44 | _TAKE << 48
        case _:
            return _FLIP << 48


@cache
def _code_words(move: DnpupMove) -> tuple[int, int]:
    return wide(code_of(move))


def _bits(cards: Sequence[Card]) -> int:
    """The places of these cards in the full deck; of two like cards the first counts first."""
    bits = 0
    for card in cards:
        place = _FULL_DECK.index(card.low_up)
        bits |= 1 << place + (bits >> place & 1)
    return bits
