"""The 55 cards of Auf & Ab: every pair of numbers from 0 to 9 once (rules A3 to A6).

Inside a state a hand is an `int` with one bit a card (`Card.bit`): taking cards out, or asking for
those that share a number, is then a single operation. People get tuples of cards (`cards_in`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from funicular.core.bits import BitCard, bits_of, reader_of

# Which way a trick goes, and with it which number of a card counts: its low or its high one.
Direction = Literal["rising", "falling"]
OPPOSITE: dict[Direction, Direction] = {"rising": "falling", "falling": "rising"}

NUMBERS = range(10)


class Card(BitCard):
    """A card with two numbers, `3-6`; always written with the low one first (A39)."""

    __slots__ = ("high", "is_change", "is_double", "low")

    def __init__(self, low: int, high: int, order: int) -> None:
        """Make the only object of this card."""
        super().__init__(f"{low}-{high}", order)
        self.low = low
        self.high = high
        self.is_double = low == high
        self.is_change = low + high == 9

    def number(self, direction: Direction) -> int:
        """The number that counts in a trick of this direction (A12, A13)."""
        return self.low if direction == "rising" else self.high


ALL_CARDS = tuple(
    Card(low, high, order)
    for order, (low, high) in enumerate(
        (low, high) for low in NUMBERS for high in NUMBERS if low <= high
    )
)
Card.by_text.update((card.text, card) for card in ALL_CARDS)


# The cards of a hand, sorted.
cards_in = reader_of(ALL_CARDS)
# The same for hands as dealt, which every view of a deal asks for.
dealt_cards = lru_cache(maxsize=4096)(cards_in)


EVERY_CARD = bits_of(ALL_CARDS)
DOUBLES = tuple(card for card in ALL_CARDS if card.is_double)
DOUBLE_BITS = bits_of(DOUBLES)

# For each direction and number, the hand that holds every card on which that number counts.
SHARING: dict[Direction, tuple[int, ...]] = {
    direction: tuple(
        bits_of(card for card in ALL_CARDS if card.number(direction) == number)
        for number in NUMBERS
    )
    for direction in OPPOSITE
}


def lowest_double(bits: int) -> Card:
    """The lowest double among these cards, which must have one."""
    doubles = bits & DOUBLE_BITS
    return ALL_CARDS[(doubles & -doubles).bit_length() - 1]
