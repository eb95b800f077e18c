"""What happens in a deal of Auf & Ab, as everybody sees it.

Only `Dealt` differs from seat to seat: it shows each its own hand, and a spectator none.
"""

from __future__ import annotations

from typing import ClassVar

from funicular.core.game import EventPause, TableEvent, Turn
from funicular.games.auf_ab.cards import Card, Direction
from funicular.games.auf_ab.moves import PASS, Lay
from funicular.lang import Phrase


class Dealt(TableEvent, frozen=True, tag="dealt"):
    """The cards are dealt, and the holder of the lowest double has said so."""

    pause: ClassVar[EventPause] = EventPause(after=1500, reason="deal")

    opener: int
    cards: int
    hand: tuple[Card, ...]

    @property
    def phrase(self) -> Phrase:
        """How much was dealt, and who leads first."""
        return Phrase.of("auf-ab.dealt", seat=self.opener, n=self.cards)


class Laid(TableEvent, frozen=True, tag="laid"):
    """A seat has laid a meld."""

    pause: ClassVar[EventPause] = EventPause(after=650)

    seat: int
    cards: tuple[Card, ...]
    size: int

    @property
    def phrase(self) -> Phrase:
        """Who laid what, and how a double in it counts."""
        form = Lay(self.cards, self.size).form
        return Phrase.of(f"auf-ab.laid.{form}", seat=self.seat, cards=self.cards)

    @property
    def turn(self) -> Turn:
        """The meld."""
        return self.seat, Lay(self.cards, self.size)


class Passed(TableEvent, frozen=True, tag="passed"):
    """A seat has passed."""

    pause: ClassVar[EventPause] = EventPause(after=350)

    seat: int

    @property
    def phrase(self) -> Phrase:
        """Who passed."""
        return Phrase.of("auf-ab.passed", seat=self.seat)

    @property
    def turn(self) -> Turn:
        """The pass."""
        return self.seat, PASS


class TrickTaken(TableEvent, frozen=True, tag="trick"):
    """Everybody has passed; the seat that laid last takes the trick and leads the next."""

    pause: ClassVar[EventPause] = EventPause(before=1500, after=550, reason="table")
    ends_trick: ClassVar[bool] = True

    seat: int

    @property
    def phrase(self) -> Phrase:
        """Who took it."""
        return Phrase.of("auf-ab.trick-taken", seat=self.seat)


class Turned(TableEvent, frozen=True, tag="turned"):
    """The trick had an odd number of change cards: the next goes the other way."""

    pause: ClassVar[EventPause] = EventPause(before=300, after=1300)

    changes: tuple[Card, ...]
    direction: Direction

    @property
    def phrase(self) -> Phrase:
        """Which cards turned the direction, and where it leads now."""
        key = f"auf-ab.turned.{self.direction}"
        return Phrase.of(key, cards=self.changes, n=len(self.changes))


class Scored(TableEvent, frozen=True, tag="scored"):
    """A hand is empty: the deal is over. `left` counts the cards each seat still holds."""

    pause: ClassVar[EventPause] = EventPause(before=1300, reason="end")

    winner: int
    left: tuple[int, ...]
    points: tuple[int, ...]

    @property
    def phrase(self) -> Phrase:
        """Who won, and how much."""
        return Phrase.of("auf-ab.scored", seat=self.winner, points=self.points[self.winner])


Event = Dealt | Laid | Passed | TrickTaken | Turned | Scored
