"""Drawing a deal of Ascenseur that a view allows, each as likely as any other.

What a view proves: the seat's own cards, the card turned up, every card played and who played it,
how many cards each hand still has, and for each seat the suits it did not follow, which it cannot
hold any more. A card not accounted for may be in any hand that is not void in its suit, or in the
stock. Bids prove nothing; a bid still sealed may be any number.

Dealing card by card and starting over when somebody gets a forbidden suit would be slow late in a
deal, and dealing greedily would be biased. So the ways are counted: `counting` says how many cards
of which suits each seat with a void gets, with the odds of the number of deals that leaves. Which
cards those are is drawn, and what is left goes to the other seats and the stock.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

from msgspec import Struct

from funicular.core.bits import bits_of
from funicular.core.dealing import draw
from funicular.games.ascenseur.cards import Card, cards_in, deck_of
from funicular.games.ascenseur.counting import Crowd, allot
from funicular.games.ascenseur.events import CardPlayed
from funicular.games.ascenseur.state import Layout, State
from funicular.games.ascenseur.view import View


class Evidence(Struct, frozen=True):
    """What the events of a view prove about the hands, for each seat; as sets of bits."""

    # The cards it has played.
    played: tuple[int, ...]
    # All cards of the suits that it has shown not to hold.
    voids: tuple[int, ...]


def evidence(view: View) -> Evidence:
    """Read off the cards played and the suits not followed."""
    seats = view.setup.seats
    played, voids = [0] * seats, [0] * seats
    led = in_trick = 0
    for event in view.public.events:
        if type(event) is not CardPlayed:
            continue
        card = event.card
        played[event.seat] |= card.bit
        if in_trick == 0:
            led = card.suit_bits
        elif card.suit_bits != led:
            voids[event.seat] |= led
        in_trick = (in_trick + 1) % seats
    return Evidence(tuple(played), tuple(voids))


def world(view: View, rng: random.Random) -> State:
    """A state drawn uniformly from all that the view allows."""
    proof = evidence(view)
    return fill_in(view, proof, _hands(view, proof, rng), _bids(view, rng))


def fill_in(
    view: View, proof: Evidence, hands: Sequence[tuple[Card, ...]], bids: tuple[int | None, ...]
) -> State:
    """The state that the view shows a part of, if every seat holds and bid just this."""
    public = view.public
    return State(
        setup=view.setup,
        layout=Layout(
            public.dealer,
            public.cards,
            public.upcard,
            tuple(bits_of(hand) | played for hand, played in zip(hands, proof.played, strict=True)),
        ),
        played=sum(proof.played),
        to_act=public.to_act,
        bids=bids,
        bidding=public.bidding,
        leader=public.leader,
        trick=public.trick,
        won=public.won,
        chain=public.chain,
    )


def _hands(view: View, proof: Evidence, rng: random.Random) -> list[tuple[Card, ...]]:
    """Every seat's cards now, the viewer's own as they are."""
    hidden = list(hidden_cards(view, proof))
    room = [view.public.cards - played.bit_count() for played in proof.played]
    hands: list[tuple[Card, ...]] = [()] * view.setup.seats
    free: list[int] = []
    bound: list[int] = []
    for seat, void in enumerate(proof.voids):
        if seat == view.seat:
            hands[seat] = view.hand
        elif any(card.bit & void for card in hidden):
            bound.append(seat)
        else:
            free.append(seat)

    for place, seat in enumerate(bound):
        later = bound[place:]
        crowds: dict[Crowd, list[Card]] = {}
        for card in hidden:
            crowd = tuple(not card.bit & proof.voids[other] for other in later)
            crowds.setdefault(crowd, []).append(card)
        sizes = tuple(sorted((crowd, len(cards)) for crowd, cards in crowds.items()))
        hand: list[Card] = []
        for crowd, number in allot(sizes, tuple(room[other] for other in later), rng):
            hand += draw(rng, crowds[crowd], number)
        hidden = [card for card in hidden if card not in hand]
        hands[seat] = tuple(hand)

    drawn = draw(rng, hidden, sum(room[seat] for seat in free))
    for seat in free:
        hands[seat] = tuple(drawn[: room[seat]])
        del drawn[: room[seat]]
    return hands


def hidden_cards(view: View, proof: Evidence) -> tuple[Card, ...]:
    """The cards that this view cannot place, sorted."""
    return cards_in(hidden_bits(view, proof))


def hidden_bits(view: View, proof: Evidence) -> int:
    """The same as a set of bits."""
    options, upcard = view.setup.options, view.public.upcard
    seen = bits_of(view.hand) | sum(proof.played) | (0 if upcard is None else upcard.bit)
    return _deck_bits(options.deck, options.removed) & ~seen


@cache
def _deck_bits(size: int, removed: tuple[Card, ...]) -> int:
    return bits_of(deck_of(size, removed))


def _bids(view: View, rng: random.Random) -> tuple[int | None, ...]:
    """The bids, sealed ones of other seats as any number."""
    public = view.public
    if not (public.bidding and view.setup.simultaneous):
        return public.bids
    return tuple(
        None
        if seat in public.to_act
        else view.sealed
        if seat == view.seat
        else rng.randint(0, public.cards)
        for seat in range(view.setup.seats)
    )
