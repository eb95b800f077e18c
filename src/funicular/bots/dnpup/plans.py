"""How long a hand of dnpup will last, one's own and the others', from one seat's view.

A hand is worth the turns it takes to get rid of: one for every meld it makes as it lies, or a flip
and one for every meld it makes then, and more for melds that somebody is likely to beat. The last
meld need not survive, so the worst of them is kept for the end.

Nothing here samples or searches. The others' hands are guessed from the cards they picked up, which
are public, and from how many of the cards never seen they hold: as often one way up as the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import comb

from funicular.bots.binomial import at_least
from funicular.games.dnpup.cards import HIGHEST_VALUE, Card, Hand, deck_of, without
from funicular.games.dnpup.public import Public
from funicular.games.dnpup.view import View
from funicular.games.dnpup.zones import ZONES

# Guesses at how people play; others near them, tried in duplicate deals, win no more. How likely
# a player who can beat a meld does; the same after a flip, which two players have time for.
EAGER, EAGER_AFTER_FLIP = 0.7, 0.35
# How many turns are lost when a meld comes back, and when the last one has to wait.
BEATEN, WAITING = 1.6, 0.6
# How many turns others need for each meld they are thought to have.
RIVAL_MELD = 1.25
# Larger melds are as safe as these.
SAFEST_SIZE = 5
# With more cards than this that nobody has seen, a hand is hardly ever all of one value.
MOST_UNSEEN_TO_GO_OUT = 3

VALUES = range(1, HIGHEST_VALUE + 1)
# A chance for each size and value of a meld: `[size][value]`.
Grid = list[list[float]]


class Outlook:
    """What a player works out about the hands round the table, for the time of one decision."""

    def __init__(self, view: View) -> None:
        """Look around: which cards has nobody shown yet?"""
        public = view.public
        self.seat = view.seat
        self.seats = view.setup.seats
        others = [cards for seat, cards in enumerate(public.proven) if seat != view.seat]
        placed = [card.low_up for cards in (view.dealt, *others) for card in cards]
        unseen = without(deck_of(self.seats), placed)
        self.unseen = len(unseen)
        # How many unseen cards bear each value, on either side.
        self.bearing = [0] * (HIGHEST_VALUE + 1)
        for card in unseen:
            self.bearing[card.active] += 1
            self.bearing[card.inactive] += 1
        # Beating a meld is all that changes another's hand, so most are looked at many times.
        self._beats: dict[tuple[Hand, int], Grid] = {}
        self._rival_turns: dict[tuple[Hand, int], float] = {}
        self._safety: dict[tuple[tuple[Hand, int], ...], Grid] = {}
        self.safe = self.safety(public)

    def safety(self, public: Public) -> Grid:
        """The chance that a meld laid now is there on one's next turn."""
        others = tuple(
            [
                (known, count)
                for seat, (known, count) in enumerate(zip(public.known, public.counts, strict=True))
                if seat != self.seat
            ]
        )
        safe = self._safety.get(others)
        if safe is None:
            safe = [[1.0] * (HIGHEST_VALUE + 1) for _ in range(SAFEST_SIZE + 1)]
            for seat, count in enumerate(public.counts):
                if count and seat != self.seat:
                    for row, beats in zip(safe, self.beats(public, seat), strict=True):
                        for value in VALUES:
                            row[value] *= 1 - beats[value]
            self._safety[others] = safe
        return safe

    def beats(self, public: Public, seat: int) -> Grid:
        """The chance that another seat beats a meld."""
        known = public.known[seat]
        unseen = public.counts[seat] - len(known)
        grid = self._beats.get((known, unseen))
        if grid is None:
            grid = self._higher(_sizes(known), unseen, EAGER)
            if self.seats == 2:
                flipped = self._higher(_sizes_turned(known), unseen, EAGER_AFTER_FLIP)
                for row, later in zip(grid, flipped, strict=True):
                    for value in VALUES:
                        row[value] += (1 - row[value]) * later[value]
            self._beats[known, unseen] = grid
        return grid

    def _higher(self, known: list[int], unseen: int, eager: float) -> Grid:
        grid = [[0.0] * (HIGHEST_VALUE + 1)]
        for size in range(1, SAFEST_SIZE + 1):
            row = [0.0] * (HIGHEST_VALUE + 1)
            none_higher = 1.0
            for value in reversed(VALUES):
                row[value] = eager * (1 - none_higher)
                none_higher *= 1 - self._holds(known[value], unseen, value, size)
            grid.append(row)
        return grid

    def _holds(self, known: int, unseen: int, value: int, size: int) -> float:
        """The chance that a hand of `known` cards of a value and `unseen` others has `size`."""
        if known >= size:
            return 1.0
        if size - known > min(unseen, self.bearing[value]):
            return 0.0
        return at_least(size - known, self.bearing[value], unseen / (2 * self.unseen))

    def turns(self, hand: Iterable[Card]) -> float:
        """How many turns this hand of one's own will take."""
        hand = tuple(hand)
        return min(self._cost(_sizes(hand)), 1 + self._cost(_sizes_turned(hand)))

    def _cost(self, sizes: list[int]) -> float:
        turns = worst = 0.0
        for value in VALUES:
            if sizes[value]:
                risk = 1 - self.safe[min(sizes[value], SAFEST_SIZE)][value]
                turns += 1 + BEATEN * risk
                worst = max(worst, risk)
        return turns - (BEATEN - WAITING) * worst

    def rival_turns(self, known: Hand, unseen: int) -> float:
        """How many turns another hand will take."""
        turns = self._rival_turns.get((known, unseen))
        if turns is None:
            here, there = _sizes(known), _sizes_turned(known)
            melds = sum(self._holds(here[value], unseen, value, 1) for value in VALUES)
            flipped = sum(self._holds(there[value], unseen, value, 1) for value in VALUES)
            turns = RIVAL_MELD * min(melds, 1 + flipped)
            self._rival_turns[known, unseen] = turns
        return turns

    def goes_out(self, public: Public, seat: int) -> float:
        """The chance that another seat could empty its hand on the table as it lies."""
        count, known = public.counts[seat], public.known[seat]
        values = {card.active for card in known}
        unseen = count - len(known)
        if len(values) > 1 or unseen > MOST_UNSEEN_TO_GO_OUT:
            return 0.0
        fitting = [
            value for value in values or VALUES if self._could_lay(public, seat, value, count)
        ]
        ways = sum(comb(self.bearing[value], unseen) for value in fitting)
        return ways / comb(self.unseen, unseen) / 2.0**unseen

    def _could_lay(self, public: Public, seat: int, value: int, size: int) -> bool:
        """Whether a seat with these cards could play them, or add the only one."""
        lying = {len(meld): meld[0].active for meld in public.melds if meld}
        if lying.get(size, 0) < value:
            return True
        return size == 1 and any(
            lying.get(len(meld) + 1, 0) < value
            for zone, meld in zip(ZONES[self.seats], public.melds, strict=True)
            if meld and meld[0].active == value and zone.seat != seat
        )


def _sizes(hand: Iterable[Card]) -> list[int]:
    """How many cards there are of each value."""
    sizes = [0] * (HIGHEST_VALUE + 1)
    for card in hand:
        sizes[card.active] += 1
    return sizes


def _sizes_turned(hand: Iterable[Card]) -> list[int]:
    """The same after a flip."""
    sizes = [0] * (HIGHEST_VALUE + 1)
    for card in hand:
        sizes[card.inactive] += 1
    return sizes
