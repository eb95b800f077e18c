"""Hands as sets of bits: an `int` with one bit a card.

Taking cards out of a hand, or asking for those of a suit, is then a single operation. Only states
hold hands so; people get tuples of cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from funicular.core.card import Card


class BitCard(Card):
    """A card with a bit of its own: the lower it sorts, the lower the bit."""

    __slots__ = ("bit",)

    def __init__(self, text: str, order: int) -> None:
        """Make the only object of the card spelled `text`."""
        super().__init__(text, order)
        self.bit = 1 << order


C = TypeVar("C", bound=BitCard)


def bits_of(cards: Iterable[BitCard]) -> int:
    """The cards as one number."""
    bits = 0
    for card in cards:
        bits |= card.bit
    return bits


def cards_among(every_card: Iterable[C], bits: int) -> tuple[C, ...]:
    """The cards whose bits are set, in their order."""
    return tuple([card for card in every_card if card.bit & bits])
