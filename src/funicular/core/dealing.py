"""Drawing cards from a deck, every order equally likely."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import perm
from typing import TypeVar

T = TypeVar("T")


class Shuffler(random.Random):
    """A generator that shuffles card by card, so that others can follow how it did."""

    def shuffled(self, deck: Sequence[T]) -> list[T]:
        """The deck shuffled by Fisher and Yates, from the last card down."""
        cards = list(deck)
        for place in range(len(cards) - 1, 0, -1):
            other = self.randrange(place + 1)
            cards[place], cards[other] = cards[other], cards[place]
        return cards


def draw(rng: random.Random, deck: Sequence[T], count: int) -> list[T]:
    """Draw `count` cards in order.

    One number picks the whole draw: it is uniform below the number of draws there are, and its
    digits in the mixed base n, n-1, n-2, … say which card comes next. Exact, and several times
    faster than asking the generator for each card.
    """
    if isinstance(rng, Shuffler):
        return rng.shuffled(deck)[:count]
    left = list(deck)
    size = len(left)
    number = rng.randrange(perm(size, count))
    drawn = []
    for remaining in range(size, size - count, -1):
        number, place = divmod(number, remaining)
        drawn.append(left.pop(place))
    return drawn
