"""The odds behind the casual policy for Auf & Ab: which melds can still be beaten.

Nothing here samples or searches. Cards not seen are spread over the other hands in proportion to
their sizes, each card on its own: good enough to tell a meld that holds from one that does not.

Strength is the number that counts as seen from the top: when rising it is the number itself, when
falling 9 less the number. A higher strength beats a lower one in both directions.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb

from msgspec import Struct, field

from funicular.bots.binomial import at_least
from funicular.core.bits import bits_of
from funicular.games.auf_ab.cards import (
    DOUBLE_BITS,
    EVERY_CARD,
    SHARING,
    Card,
    Direction,
)
from funicular.games.auf_ab.view import View

# For each direction, the cards of each strength, weakest first.
BY_STRENGTH: dict[Direction, tuple[int, ...]] = {
    "rising": SHARING["rising"],
    "falling": SHARING["falling"][::-1],
}

# How likely a seat beats a meld when it holds just what it takes, and when it would have to split
# a larger meld for it. Guesses at how people play, set by trying what wins.
WHOLE, SPLIT = 0.8, 0.7

# Shares of the unseen cards are rounded to this many parts, so that odds can be remembered.
PARTS = 64


def strength(card: Card, direction: Direction) -> int:
    """How strong a meld with this card is in a trick of this direction: 0 to 9."""
    return card.low if direction == "rising" else 9 - card.high


class Odds(Struct, frozen=True):
    """What a player keeps in mind: the cards not seen, and how many each other hand holds."""

    unseen: int
    left: dict[int, int]
    # For each direction and strength: the plain cards not seen, and whether the double is unseen.
    counts: dict[Direction, tuple[tuple[int, bool], ...]]
    _ladders: dict[tuple[Direction, int], tuple[float, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, view: View) -> Odds:
        """Look around."""
        unseen = EVERY_CARD & ~bits_of(view.hand) & ~bits_of(view.public.seen)
        left = {seat: cards for seat, cards in enumerate(view.public.left) if seat != view.seat}
        counts = {
            direction: tuple(
                [
                    (
                        (unseen & sharing & ~DOUBLE_BITS).bit_count(),
                        bool(unseen & sharing & DOUBLE_BITS),
                    )
                    for sharing in sharings
                ]
            )
            for direction, sharings in BY_STRENGTH.items()
        }
        return cls(unseen, left, counts)

    def when_led(self, direction: Direction, size: int) -> tuple[float, ...]:
        """For each strength, the chance that a meld led with this size takes the trick."""
        ladder = self._ladders.get((direction, size))
        if ladder is None:
            ladder = self.ladder(direction, size, tuple(self.left))
            self._ladders[direction, size] = ladder
        return ladder

    def ladder(self, direction: Direction, size: int, seats: Sequence[int]) -> tuple[float, ...]:
        """For each strength, the chance that none of these seats beats a meld of this size."""
        everything = self.unseen.bit_count()
        shares = [round(PARTS * self.left[seat] / everything) for seat in seats]
        stands = 1.0
        ladder = []
        for plain, double in reversed(self.counts[direction]):
            ladder.append(stands)
            for share in shares:
                stands *= 1 - _beats(plain, size, share, double=double)
        return tuple(reversed(ladder))

    def goes_out(self, direction: Direction, size: int, least: int, seat: int) -> float:
        """The chance that this seat can lay all its cards on a meld of this size and strength."""
        held = self.left[seat]
        if not size - 1 <= held <= size:
            return 0.0
        # With a card less than the size, one of them must be a double, counted twice.
        doubled = held < size
        ways = sum(
            (comb(plain, held - 1) if double else 0) if doubled else comb(plain + double, held)
            for plain, double in self.counts[direction][least + 1 :]
        )
        return ways / comb(self.unseen.bit_count(), held)


@cache
def _beats(plain: int, size: int, share: int, *, double: bool) -> float:
    """The chance that a hand with this share of some cards of one number lays a meld of a size."""
    larger = _holds(plain, size + 1 + double, share, double=double)
    return WHOLE * (_holds(plain, size, share, double=double) - larger) + SPLIT * larger


def _holds(plain: int, size: int, share: int, *, double: bool) -> float:
    """The chance that it holds enough of them; the double counts for two."""
    chance = share / PARTS
    if not double:
        return at_least(size, plain, chance)
    with_it, without = at_least(size - 2, plain, chance), at_least(size, plain, chance)
    return chance * with_it + (1 - chance) * without
