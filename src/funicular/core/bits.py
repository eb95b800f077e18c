"""Hands as sets of bits: an `int` with one bit a card.

Taking cards out of a hand, or asking for those of a suit, is then a single operation. Only states
hold hands so; people get tuples of cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
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


# A byte of the number at a time: the largest deck has 55 cards.
BYTES = 7


def reader_of(every_card: Sequence[C]) -> Callable[[int], tuple[C, ...]]:
    """A function from bits to the cards whose bits are set, in their order.

    It looks up what each byte stands for. Written out rather than looped, since every view asks it.
    """
    ones, twos, threes, fours, fives, sixes, sevens = [
        [
            tuple([card for place, card in enumerate(eight) if byte >> place & 1])
            for byte in range(1 << len(eight))
        ]
        for eight in (every_card[8 * byte : 8 * byte + 8] for byte in range(BYTES))
    ]

    def cards_in(bits: int) -> tuple[C, ...]:
        a, b, c, d, e, f, g = bits.to_bytes(BYTES, "little")
        return ones[a] + twos[b] + threes[c] + fours[d] + fives[e] + sixes[f] + sevens[g]

    return cards_in
