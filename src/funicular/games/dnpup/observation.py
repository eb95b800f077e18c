"""What a seat sees in a deal of dnpup, as flags (see `core.observation`).

There is a flag for each of the forty cards of the full deck, in order; of two like cards the first
stands for either. Where cards may lie either way up there are two rows, for those with the lower
value up and for those with the higher.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from funicular.core.observation import Observation, one_of, seats_from, side_by_side
from funicular.games.dnpup.cards import HIGHEST_VALUE, Card, Hand, deck_of
from funicular.games.dnpup.zones import ZONES

if TYPE_CHECKING:
    from funicular.games.dnpup.view import View

_FULL_DECK = deck_of(max(ZONES))
CARDS = len(_FULL_DECK)
WAYS_UP = 2
# The course of a deal, from its beginning to the turn after which it is void.
SIXTEENTHS = 16

# The place of each card, however it lies; of two like cards that of the first.
_PLACE: dict[Card, int] = {}
for _place, _low_up in enumerate(_FULL_DECK):
    _PLACE.setdefault(_low_up, _place)


@cache
def observation_of(seats: int, rewards: int) -> Observation[View]:
    """Of a game for this many players, of whom so many go out for points."""
    zones = len(ZONES[seats])
    return Observation(
        [
            ("hand", (WAYS_UP, CARDS)),
            # The cards that each seat took up from the table and still holds.
            ("known", (seats, WAYS_UP, CARDS)),
            # The meld in each zone, the viewer's first, and its value from 1 on.
            ("melds", (zones, CARDS)),
            ("values", (zones, HIGHEST_VALUE)),
            ("discarded", (CARDS,)),
            # How many cards each seat holds, from 0 on.
            ("counts", (seats, CARDS + 1)),
            # The zone of the turn under way.
            ("turn", (zones,)),
            ("starter", (seats,)),
            # Who went out first, and second.
            ("out", (rewards, seats)),
            ("turns", (SIXTEENTHS,)),
        ],
        _flags,
    )


def _flags(view: View) -> dict[str, int]:
    public, setup = view.public, view.setup
    seats = setup.seats
    order = seats_from(view.seat, seats)
    place = {seat: at for at, seat in enumerate(order)}
    zones = sorted(ZONES[seats], key=lambda zone: (place[zone.seat], zone.index))
    melds = [public.melds[zone.index] for zone in zones]
    at = None if public.turn is None else zones.index(public.turn)
    done = SIXTEENTHS * public.turns // setup.options.turn_cap
    out = [place[seat] for seat in public.out]
    return {
        "hand": _lying(view.hand),
        "known": side_by_side((_lying(public.known[seat]) for seat in order), WAYS_UP * CARDS),
        "melds": side_by_side(map(_cards, melds), CARDS),
        "values": side_by_side((_value(meld) for meld in melds), HIGHEST_VALUE),
        "discarded": _cards(public.discarded),
        "counts": side_by_side((one_of(public.counts[seat]) for seat in order), CARDS + 1),
        "turn": one_of(at),
        "starter": one_of(place[public.starter]),
        "out": side_by_side(map(one_of, out), seats),
        "turns": one_of(min(done, SIXTEENTHS - 1)),
    }


def _cards(cards: Iterable[Card]) -> int:
    """The flags of these cards, whichever way up they lie."""
    bits = 0
    for card in cards:
        place = _PLACE[card.low_up]
        # The second of two like cards.
        bits |= 1 << place + (bits >> place & 1)
    return bits


def _lying(hand: Hand) -> int:
    low = [card for card in hand if card is card.low_up]
    return _cards(low) | _cards(card for card in hand if card is not card.low_up) << CARDS


def _value(meld: Hand) -> int:
    return one_of(meld[0].active - 1 if meld else None)
