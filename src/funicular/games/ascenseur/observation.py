"""What a seat sees in a deal of Ascenseur, as flags (see `core.observation`).

Cards are told in the order of the deck, tricks and bids as one flag of as many as there are bids
with a number.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from funicular.core.bits import bits_of
from funicular.core.observation import Observation, one_of, seats_from, side_by_side
from funicular.games.ascenseur.actions import bids_of
from funicular.games.ascenseur.cards import LOWEST_RANK, RANKS, SUITS, Card
from funicular.games.ascenseur.moves import Play
from funicular.games.ascenseur.tricks import winning

if TYPE_CHECKING:
    from funicular.games.ascenseur.view import View


@cache
def observation_of(seats: int, deck: int) -> Observation[View]:
    """Of a game for this many players with a deck of 52 or 32 cards."""
    bids = bids_of(deck)
    return Observation(
        [
            ("hand", (deck,)),
            ("upcard", (deck,)),
            ("trump", (len(SUITS),)),
            ("played", (seats, deck)),
            # The trick under way: its cards, the suit led, who led it, and who would take it now.
            ("trick", (deck,)),
            ("led", (len(SUITS),)),
            ("leader", (seats,)),
            ("taker", (seats,)),
            # The suits that each seat has shown not to have.
            ("voids", (seats, len(SUITS))),
            ("bids", (seats, bids)),
            # Who has made a bid that is not shown yet.
            ("sealed", (seats,)),
            ("won", (seats, bids)),
            ("cards_dealt", (bids,)),
            ("dealer", (seats,)),
            ("to_act", (seats,)),
            ("bidding", (1,)),
        ],
        _flags,
    )


def _flags(view: View) -> dict[str, int]:
    public, setup = view.public, view.setup
    deck, seats = setup.options.deck, setup.seats
    order = seats_from(view.seat, seats)
    place = {seat: at for at, seat in enumerate(order)}
    bids, suits = bids_of(deck), len(SUITS)
    played, voids = _played(view)
    own = {} if view.seat is None else {view.seat: view.sealed}
    shown = [public.bids[seat] if own.get(seat) is None else own[seat] for seat in order]
    made = {seat for seat, _ in public.chain.turns} if public.bidding else set()
    sealed = [seat for seat in made if public.bids[seat] is None]
    trick = public.trick
    taker = (public.leader + winning(trick, public.trump)) % seats if trick else None
    return {
        "hand": _cards(bits_of(view.hand), deck),
        "upcard": _cards(public.upcard.bit if public.upcard else 0, deck),
        "trump": one_of(SUITS.index(public.trump) if public.trump else None),
        "played": side_by_side((_cards(played[seat], deck) for seat in order), deck),
        "trick": _cards(bits_of(trick), deck),
        "led": one_of(SUITS.index(trick[0].suit) if trick else None),
        "leader": one_of(place[public.leader]),
        "taker": one_of(None if taker is None else place[taker]),
        "voids": side_by_side((voids[seat] for seat in order), suits),
        "bids": side_by_side(map(one_of, shown), bids),
        "sealed": sum(1 << place[seat] for seat in sealed),
        "won": side_by_side((one_of(public.won[seat]) for seat in order), bids),
        "cards_dealt": one_of(public.cards),
        "dealer": one_of(place[public.dealer]),
        "to_act": sum(1 << place[seat] for seat in public.to_act),
        "bidding": int(public.bidding),
    }


def _played(view: View) -> tuple[list[int], list[int]]:
    """The cards each seat has played, and the suits it has shown not to have, as bits."""
    seats = view.setup.seats
    plays: list[tuple[int, Card]] = [
        (seat, move.card) for seat, move in view.public.chain.turns if isinstance(move, Play)
    ]
    played, voids = [0] * seats, [0] * seats
    for number, (seat, card) in enumerate(plays):
        played[seat] |= card.bit
        led = plays[number - number % seats][1]
        if card.suit != led.suit:
            voids[seat] |= 1 << SUITS.index(led.suit)
    return played, voids


def _cards(bits: int, deck: int) -> int:
    """Cards as places in the deck: the low ranks that a short one has not are left out."""
    if not (low := LOWEST_RANK[deck]):
        return bits
    ranks = len(RANKS) - low
    suit = (1 << ranks) - 1
    return side_by_side(
        (bits >> number * len(RANKS) + low & suit for number in range(len(SUITS))), ranks
    )
