"""What happens in a deal of dnpup, as everybody sees it.

Only `Dealt` differs from seat to seat: it shows each its own hand, and a spectator none. All that
is done in dnpup is done in the open, so the moves of a deal can be read off its events.
"""

from __future__ import annotations

from typing import ClassVar

from funicular.core.game import EventPause, TableEvent, Turn
from funicular.games.dnpup.cards import Card, Hand, turned
from funicular.games.dnpup.moves import ADDS, FLIP, TAKES, Play
from funicular.games.dnpup.zones import Zone
from funicular.lang import Param, Phrase


def _in_zone(key: str, zone: Zone, **params: Param) -> Phrase:
    """A phrase that names the zone where a seat has more than one."""
    if zone.number is None:
        return Phrase.of(key, **params)
    return Phrase.of(f"{key}-in-zone", number=zone.number, **params)


class Dealt(TableEvent, frozen=True, tag="dealt"):
    """The cards are dealt; the holder of the star starts."""

    pause: ClassVar[EventPause] = EventPause(after=1500, reason="deal")

    starter: int
    cards: int
    hand: Hand

    @property
    def phrase(self) -> Phrase:
        """How many cards each has, and who starts."""
        return Phrase.of("dnpup.dealt", seat=self.starter, n=self.cards)


class MeldPlayed(TableEvent, frozen=True, tag="played"):
    """A seat has laid a meld."""

    pause: ClassVar[EventPause] = EventPause(after=480)

    seat: int
    zone: Zone
    cards: Hand

    @property
    def turn(self) -> Turn:
        """The move that did it."""
        return self.seat, Play(self.cards)

    @property
    def phrase(self) -> Phrase:
        """Who laid what."""
        return _in_zone("dnpup.played", self.zone, seat=self.seat, cards=self.cards)


class CardAdded(TableEvent, frozen=True, tag="added"):
    """A seat has put a card on the meld in somebody else's zone."""

    pause: ClassVar[EventPause] = EventPause(after=700)

    seat: int
    card: Card
    zone: Zone

    @property
    def turn(self) -> Turn:
        """The move that did it."""
        return self.seat, ADDS[self.card, self.zone]

    @property
    def phrase(self) -> Phrase:
        """Who added what to whose meld."""
        meld = Phrase.of("dnpup.to-meld-of", seat=self.zone.seat)
        return _in_zone("dnpup.added", self.zone, seat=self.seat, card=self.card, meld=meld)


class MeldTaken(TableEvent, frozen=True, tag="taken"):
    """A seat has picked up somebody else's meld; `cards` are as they lay."""

    pause: ClassVar[EventPause] = EventPause(after=1000)

    seat: int
    zone: Zone
    cards: Hand

    @property
    def turn(self) -> Turn:
        """The move that did it."""
        return self.seat, TAKES[self.zone]

    @property
    def phrase(self) -> Phrase:
        """Who took what from whom, and what it has become."""
        return _in_zone(
            "dnpup.taken",
            self.zone,
            seat=self.seat,
            owner=Phrase.of("dnpup.from", seat=self.zone.seat),
            cards=self.cards,
            turned=turned(self.cards),
        )


class HandFlipped(TableEvent, frozen=True, tag="flipped"):
    """A seat has turned its whole hand over."""

    pause: ClassVar[EventPause] = EventPause(after=900)

    seat: int

    @property
    def turn(self) -> Turn:
        """The move that did it."""
        return self.seat, FLIP

    @property
    def phrase(self) -> Phrase:
        """Who flipped."""
        return Phrase.of("dnpup.flipped", seat=self.seat)


class MeldBeaten(TableEvent, frozen=True, tag="beaten"):
    """A meld is beaten; `cards` are as they lay. The hand of its owner gets them back, turned,
    unless the owner is out of the deal already (D33).
    """

    pause: ClassVar[EventPause] = EventPause(before=700, after=1000, reason="table")

    seat: int
    zone: Zone
    cards: Hand
    returned: bool

    @property
    def phrase(self) -> Phrase:
        """Whose meld, and what becomes of it."""
        key = "dnpup.beaten" if self.returned else "dnpup.beaten-away"
        return Phrase.of(key, seat=self.seat, cards=self.cards, turned=turned(self.cards))


class Discarded(TableEvent, frozen=True, tag="discarded"):
    """A seat's turn has come, or would have: its meld is out of the deal."""

    pause: ClassVar[EventPause] = EventPause(after=350)

    seat: int
    zone: Zone
    cards: Hand

    @property
    def phrase(self) -> Phrase:
        """Who got rid of what."""
        return _in_zone("dnpup.discarded", self.zone, seat=self.seat, cards=self.cards)


class WentOut(TableEvent, frozen=True, tag="out"):
    """A seat has no cards left."""

    pause: ClassVar[EventPause] = EventPause(after=900, reason="end")

    seat: int
    points: int

    @property
    def phrase(self) -> Phrase:
        """Who, and what it is worth."""
        return Phrase.of("dnpup.went-out", seat=self.seat, n=self.points)


class Scored(TableEvent, frozen=True, tag="scored"):
    """The deal is over."""

    pause: ClassVar[EventPause] = EventPause(before=1300, reason="end")

    points: tuple[int, ...]

    @property
    def phrase(self) -> Phrase:
        """What each seat scores, in the order of the seats."""
        return Phrase.of(
            "dnpup.scored",
            points=tuple(
                Phrase.of("dnpup.points-of", player=seat, points=points)
                for seat, points in enumerate(self.points)
            ),
        )


class Voided(TableEvent, frozen=True, tag="void"):
    """The deal has gone on for too long and does not count."""

    pause: ClassVar[EventPause] = EventPause(reason="end")

    turns: int

    @property
    def phrase(self) -> Phrase:
        """After how many turns."""
        return Phrase.of("dnpup.voided", n=self.turns)


# What a seat does with its turn.
Action = MeldPlayed | CardAdded | MeldTaken | HandFlipped
Event = Dealt | Action | MeldBeaten | Discarded | WentOut | Scored | Voided
