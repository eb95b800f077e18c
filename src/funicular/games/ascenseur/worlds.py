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

from msgspec import Struct

from funicular.core.bits import bits_of
from funicular.core.dealing import draw
from funicular.games.ascenseur.cards import Card, deck_of
from funicular.games.ascenseur.counting import Crowd, allot
from funicular.games.ascenseur.events import CardPlayed
from funicular.games.ascenseur.state import Layout, State
from funicular.games.ascenseur.view import View


class Evidence(Struct, frozen=True):
    """What the events of a view prove about the hands."""

    played: tuple[tuple[Card, ...], ...]
    # For each seat the suits it has shown not to hold.
    voids: tuple[frozenset[str], ...]


def evidence(view: View) -> Evidence:
    """Read off the cards played and the suits not followed."""
    seats = view.setup.seats
    played: list[list[Card]] = [[] for _ in range(seats)]
    voids: list[set[str]] = [set() for _ in range(seats)]
    led: Card | None = None
    in_trick = 0
    for event in view.public.events:
        if not isinstance(event, CardPlayed):
            continue
        played[event.seat].append(event.card)
        if in_trick == 0:
            led = event.card
        elif led is not None and event.card.suit != led.suit:
            voids[event.seat].add(led.suit)
        in_trick = (in_trick + 1) % seats
    return Evidence(tuple(map(tuple, played)), tuple(map(frozenset, voids)))


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
            tuple(
                bits_of(hand) | bits_of(played)
                for hand, played in zip(hands, proof.played, strict=True)
            ),
        ),
        played=bits_of(card for cards in proof.played for card in cards),
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
    room = [view.public.cards - len(played) for played in proof.played]
    hands: list[tuple[Card, ...]] = [()] * view.setup.seats
    free: list[int] = []
    bound: list[int] = []
    for seat, void in enumerate(proof.voids):
        if seat == view.seat:
            hands[seat] = view.hand
        elif any(card.suit in void for card in hidden):
            bound.append(seat)
        else:
            free.append(seat)

    for place, seat in enumerate(bound):
        later = bound[place:]
        crowds: dict[Crowd, list[Card]] = {}
        for card in hidden:
            crowd = tuple(card.suit not in proof.voids[other] for other in later)
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
    seen = {card for cards in proof.played for card in cards}
    seen.update(view.hand)
    if view.public.upcard is not None:
        seen.add(view.public.upcard)
    options = view.setup.options
    return tuple(card for card in deck_of(options.deck, options.removed) if card not in seen)


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
