"""Drawing a deal of Auf & Ab that a view allows, each as likely as any other.

What a view proves: the seat's own cards, every card laid and by whom, how many cards each hand
still has, and that every double lower than the opening double was set aside (A10). Any other card
not seen may be in any other hand or set aside. Passing proves nothing: it is always allowed (A17).

Before the opening lead the others know only who holds the lowest double, not which one it is. So it
is drawn first, each double with the number of deals in which it is the one.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from itertools import accumulate, takewhile
from math import perm

from funicular.core.bits import bits_of
from funicular.core.dealing import draw
from funicular.games.auf_ab.cards import (
    DOUBLES,
    EVERY_CARD,
    Card,
    cards_in,
    lowest_double,
)
from funicular.games.auf_ab.moves import Lay
from funicular.games.auf_ab.state import State, lowest_of
from funicular.games.auf_ab.view import View


def world(view: View, rng: random.Random) -> State:
    """A state drawn uniformly from all that the view allows."""
    public = view.public
    dealt = _hands(view, rng)
    played = 0
    for seat, move in public.history:
        if isinstance(move, Lay):
            laid = bits_of(move.cards)
            dealt[seat] |= laid
            played |= laid
    return State(
        setup=view.setup,
        lowest=lowest_of(dealt),
        opener=public.opener,
        dealt=tuple(dealt),
        played=played,
        to_act=public.to_act,
        direction=public.direction,
        leader=public.leader,
        trick=public.trick,
        passed=public.passed,
        left=public.left,
        chain=public.chain,
    )


def _hands(view: View, rng: random.Random) -> list[int]:
    """Every seat's cards now, the viewer's own as they are."""
    public = view.public
    own = bits_of(view.hand)
    room = list(public.left)
    hands = [0] * view.setup.seats
    if view.seat is not None:
        hands[view.seat] = own
        room[view.seat] = 0
    hidden = cards_in(EVERY_CARD & ~own & ~bits_of(public.seen))

    opening = public.opening
    if opening is None and view.seat == public.opener:
        opening = lowest_double(own)
    elif opening is None:
        opening = _draw_opening(hidden, sum(room), rng)
        hands[public.opener] = opening.bit
        room[public.opener] -= 1
    # What is left once the doubles below the opening one lie aside, and it in its hand.
    free = [card for card in hidden if not (card.is_double and card.low <= opening.low)]

    drawn = draw(rng, free, sum(room))
    for seat, cards in enumerate(room):
        hands[seat] |= bits_of(drawn[:cards])
        del drawn[:cards]
    return hands


def _draw_opening(hidden: tuple[Card, ...], room: int, rng: random.Random) -> Card:
    """The opening double, for a seat that does not know it: `room` cards go to other hands.

    A double may be the one if it is hidden and all lower ones are hidden too, to lie aside. The
    others are then dealt in perm(cards left over, places) orders; the order inside a hand does not
    count, but it multiplies the number of every double alike.
    """
    candidates = list(takewhile(hidden.__contains__, DOUBLES))
    ways = [perm(len(hidden) - lower - 1, room - 1) for lower in range(len(candidates))]
    upto = list(accumulate(ways))
    return candidates[bisect_right(upto, rng.randrange(upto[-1]))]
