"""The cards of dnpup: two values each, one of them the right way up (rules D3 to D6).

A card that is turned is another object, `card.turned`: a value that lies the other way up plays
differently, and `3/6` and `6/3` never mean the same. Like cards share one object, so a hand is a
sorted tuple in which a card may occur twice.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import cache

from funicular.core.card import Card as AnyCard

# The deck, by the smallest number of players that uses the cards. The rule sheet has no list: this
# one was copied from a physical deck, so a correction to it belongs here and nowhere else.
CARD_LIST = {
    2: """
        1/5 1/6 1/6 1/7 1/7 1/8 1/9
        2/4 2/4 2/5 2/5 2/6 2/9 2/10
        3/4 3/5 3/6 3/7 3/8 3/9
        4/6 4/7 4/8 5/7 5/8 6/7
    """,
    3: "1/10 2/8 3/6 4/5",
    4: "1/8 1/9 2/6 2/7 3/4 3/5",
    5: "3/10 4/9 5/8 6/7",
}
# The card with the star, whose holder starts. It is the only one with these values.
STAR_TEXT = "1/5"
HIGHEST_VALUE = 10


class Card(AnyCard):
    """A card as it lies, `3/6` for a 3 that can become a 6."""

    __slots__ = ("active", "inactive", "is_star", "low_up", "turned")

    # The same card the other way up, and the same card with its lower value up.
    turned: Card
    low_up: Card

    def __init__(self, active: int, inactive: int) -> None:
        """Make the only object of this card lying this way up."""
        super().__init__(f"{active}/{inactive}", active * (HIGHEST_VALUE + 1) + inactive)
        self.active = active
        self.inactive = inactive
        self.is_star = f"{min(active, inactive)}/{max(active, inactive)}" == STAR_TEXT


Hand = tuple[Card, ...]


def _both_ways_up(text: str) -> Hand:
    low, high = map(int, text.split("/"))
    card, other = Card(low, high), Card(high, low)
    card.turned, other.turned = other, card
    card.low_up = other.low_up = card
    card.by_text.update({card.text: card, other.text: other})
    return card, other


# One of each kind, both ways up.
ALL_CARDS = tuple(
    card
    for text in sorted(set(" ".join(CARD_LIST.values()).split()))
    for card in _both_ways_up(text)
)
STAR = Card.parse(STAR_TEXT)


@cache
def deck_of(seats: int) -> Hand:
    """The cards in play with this number of players, low value up, sorted; like cards twice."""
    texts = " ".join(cards for fewest, cards in CARD_LIST.items() if fewest <= seats)
    return tuple(sorted(map(Card.parse, texts.split())))


@cache
def hand_size(seats: int) -> int:
    """How many cards each seat is dealt: all there are."""
    return len(deck_of(seats)) // seats


def turned(cards: Iterable[Card]) -> Hand:
    """The cards the other way up, sorted."""
    return tuple(sorted([card.turned for card in cards]))


def without(hand: Hand, cards: Iterable[Card]) -> Hand:
    """The hand less these cards, each of which it holds."""
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def tossed(rng: random.Random, cards: Sequence[Card]) -> Hand:
    """The cards in their order, each lying as a fair coin lets it (D7)."""
    coins = rng.getrandbits(len(cards))
    return tuple([card.turned if coins >> place & 1 else card for place, card in enumerate(cards)])
