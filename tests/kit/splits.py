"""Every way to deal cards, for situations small enough to look at all of them."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeVar

T = TypeVar("T")


def every_split(cards: Sequence[T], sizes: Sequence[int]) -> Iterator[tuple[tuple[T, ...], ...]]:
    """Every way to give so many of these cards to each hand; what is left over stays hidden."""
    if not sizes:
        yield ()
        return
    for hand in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in hand]
        for others in every_split(rest, sizes[1:]):
            yield (hand, *others)
