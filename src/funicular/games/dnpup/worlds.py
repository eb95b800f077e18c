"""Drawing a deal that one seat cannot tell from the real one, all of them equally likely.

A card that a seat has never shown has been in that hand since the deal, and nothing at all is known
of it but two things: it is none of the cards this viewer can place, and the star is with the
starter. In dnpup nobody passes and nothing must be followed, so no move ever shows what a hand
lacks. Hence:

    the pool   = the deck − the viewer's own hand as dealt − what the others have shown of theirs
    each other = the cards it took up and still holds, + some of the pool to make up its count

Equally likely are the ways in which the *physical* cards of the pool can lie, each either way up.
Two like cards in the pool are two cards: that they lie in different hands has the weight of a fair
deal, twice that of a single order. A card that has been shown is no longer in the pool, and its
like is as likely to lie beside it in the same hand as in any other place: to think that place less
likely would be to draw conclusions from which of two like cards a player showed.

Where a seat plays a card of which it has picked one up and might hold another, the one it picked up
counts as played. That loses nothing: the hand that remains is the same.
"""

from __future__ import annotations

import random

from funicular.core.dealing import draw
from funicular.games.dnpup.cards import STAR, deck_of, hand_size, tossed, turned, without
from funicular.games.dnpup.state import State
from funicular.games.dnpup.view import View


def world(view: View, rng: random.Random) -> State:
    """A state that gives this view, and whose deal and history replay to itself."""
    public, seats = view.public, view.setup.seats
    others = [seat for seat in range(seats) if seat != view.seat]
    placed = [*view.dealt, *(card for seat in others for card in public.proven[seat])]
    pool = without(deck_of(seats), [card.low_up for card in placed])
    if STAR in pool:
        # The star goes to the starter: drawn last, it falls to the seat that is served last.
        others.sort(key=public.starter.__eq__)
        pool = without(pool, (STAR,))
        drawn = tossed(rng, [*draw(rng, pool, len(pool)), STAR])
    else:
        drawn = tossed(rng, draw(rng, pool, len(pool)))
    dealt, hands = [view.dealt] * seats, [view.hand] * seats
    begin = 0
    for seat in others:
        end = begin + hand_size(seats) - len(public.proven[seat])
        unseen = drawn[begin:end]
        dealt[seat] = tuple(sorted((*public.proven[seat], *unseen)))
        now = turned(unseen) if public.flips[seat] % 2 else unseen
        hands[seat] = tuple(sorted((*public.known[seat], *now)))
        begin = end
    return State(view.setup, tuple(dealt), tuple(hands), public)
