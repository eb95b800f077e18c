"""Deals laid out for a test: the hands that matter as written, the rest of the deck wherever."""

import random
from collections import Counter
from typing import Any

from funicular.games.dnpup.cards import STAR, Card, Hand, deck_of, hand_size
from funicular.games.dnpup.game import Dnpup
from funicular.games.dnpup.state import State


def game(seats: int, **options: Any) -> Dnpup:  # noqa: ANN401 - options of any type
    return Dnpup.of("dnpup", seats, options)


def cards(text: str) -> Hand:
    return tuple(map(Card.parse, text.split()))


def dealt(seats: int, *written: str, starter: int = 0, **options: Any) -> State:  # noqa: ANN401
    """Seat 0 holds what is written first, and so on; the star goes to the starter."""
    hands = [list(cards(text)) for text in written] + [[] for _ in range(seats - len(written))]
    left = Counter(deck_of(seats))
    left.subtract(card.low_up for hand in hands for card in hand)
    if left[STAR]:
        hands[starter].append(STAR)
        left[STAR] -= 1
    filling = list(left.elements())
    for hand in hands:
        while len(hand) < hand_size(seats):
            hand.append(filling.pop())
    return game(seats, **options).start(hands)


def after(state: State, *moves: str) -> State:
    """The state after these moves, each by whoever's turn it is."""
    parse = Dnpup(state.setup).parse_move
    for text in moves:
        state = state.play(state.to_act[0], parse(text))
    return state


def legal(state: State) -> set[str]:
    """What the player whose turn it is may do."""
    return {str(move) for move in state.legal_moves(state.to_act[0])}


def shuffled(seats: int, rng: random.Random) -> State:
    """A deal that stays the same whatever becomes of `game.deal`."""
    deck = [rng.choice((card, card.turned)) for card in deck_of(seats)]
    rng.shuffle(deck)
    each = hand_size(seats)
    return game(seats).start([deck[seat * each : (seat + 1) * each] for seat in range(seats)])


def wander(state: State, rng: random.Random, turns: int = 10_000) -> State:
    """The deal after so many random moves, or at its end."""
    while state.to_act and turns:
        seat = state.to_act[0]
        state = state.play(seat, rng.choice(state.legal_moves(seat)))
        turns -= 1
    return state


def meld(state: State, zone: int) -> str:
    """The meld in the zone of this index, written out."""
    return " ".join(map(str, state.public.melds[zone]))


def hand(state: State, seat: int) -> Counter[str]:
    return Counter(map(str, state.hand(seat)))


# Three players. Seats 0 and 1 hold two big melds each, so both can be out in a few turns.
TEN_IN_TWO = ("1/5 1/6 1/6 1/7 1/7 1/8 1/9 1/10 2/4 2/4", "3/4 3/5 3/6 3/6 3/7 3/8 3/9 2/5 2/5 2/6")
ONES = "play 1/5 1/6 1/6 1/7 1/7 1/8 1/9 1/10"
THREES = "play 3/4 3/5 3/6 3/6 3/7 3/8 3/9"


def first_out(**options: Any) -> State:  # noqa: ANN401
    """Seat 0 has just gone out with a pair of 2s; seat 1 is to move and can follow."""
    return after(dealt(3, *TEN_IN_TWO, **options), ONES, THREES, "flip", "play 2/4 2/4")
