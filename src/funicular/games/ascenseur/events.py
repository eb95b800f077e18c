"""What happens in a deal of Ascenseur, as everybody sees it.

Only `Dealt` differs from seat to seat: it shows each its own hand, and a spectator none.
"""

from __future__ import annotations

from typing import ClassVar

from funicular.core.game import EventPause, TableEvent, Turn
from funicular.core.seats import MOST_SEATS
from funicular.games.ascenseur.cards import ALL_CARDS, Card
from funicular.games.ascenseur.moves import BIDS, PLAYS
from funicular.lang import Phrase


class Dealt(TableEvent, frozen=True, tag="dealt"):
    """The cards are dealt; one is turned up where a stock remains."""

    pause: ClassVar[EventPause] = EventPause(after=1500, reason="deal")

    dealer: int
    cards: int
    upcard: Card | None
    hand: tuple[Card, ...]

    @property
    def phrase(self) -> Phrase:
        """Who dealt, how much, and what is trumps."""
        key = "ascenseur.dealt-no-trumps" if self.upcard is None else "ascenseur.dealt"
        return Phrase.of(key, seat=self.dealer, n=self.cards, upcard=self.upcard)


class BidMade(TableEvent, frozen=True, tag="bid"):
    """A seat has bid, for all to hear."""

    pause: ClassVar[EventPause] = EventPause(after=350)

    seat: int
    bid: int

    @property
    def phrase(self) -> Phrase:
        """Who bid how many."""
        return Phrase("ascenseur.bid-made", {"seat": self.seat, "n": self.bid})

    @property
    def turn(self) -> Turn:
        """The bid."""
        return self.seat, BIDS[self.bid]


class BidSealed(TableEvent, frozen=True, tag="sealed"):
    """A seat has chosen its bid, which nobody else sees yet."""

    pause: ClassVar[EventPause] = EventPause(after=200)

    seat: int

    @property
    def phrase(self) -> Phrase:
        """Who has chosen."""
        return Phrase.of("ascenseur.bid-sealed", seat=self.seat)

    @property
    def turn(self) -> Turn:
        """A bid; which one is not in the events."""
        return self.seat, None


class BidsShown(TableEvent, frozen=True, tag="bids"):
    """All sealed bids are shown at once."""

    pause: ClassVar[EventPause] = EventPause(after=600, reason="table")

    bids: tuple[int, ...]

    @property
    def phrase(self) -> Phrase:
        """Everybody's bid, in the order of the seats."""
        return Phrase.of(
            "ascenseur.bids-shown",
            bids=tuple(
                Phrase.of("ascenseur.note.bid", player=seat, bid=bid)
                for seat, bid in enumerate(self.bids)
            ),
        )


class CardPlayed(TableEvent, frozen=True, tag="played"):
    """A seat has played a card."""

    pause: ClassVar[EventPause] = EventPause(after=480)

    seat: int
    card: Card

    @property
    def phrase(self) -> Phrase:
        """Who played what."""
        return Phrase("ascenseur.card-played", {"seat": self.seat, "card": self.card})

    @property
    def turn(self) -> Turn:
        """The play."""
        return self.seat, PLAYS[self.card]


class TrickTaken(TableEvent, frozen=True, tag="trick"):
    """A seat has taken the trick with this card."""

    pause: ClassVar[EventPause] = EventPause(before=1500, after=550, reason="table")
    ends_trick: ClassVar[bool] = True

    seat: int
    card: Card

    @property
    def phrase(self) -> Phrase:
        """Who took it."""
        return Phrase("ascenseur.trick-taken", {"seat": self.seat, "card": self.card})


class Scored(TableEvent, frozen=True, tag="scored"):
    """The deal is over."""

    pause: ClassVar[EventPause] = EventPause(before=1300, reason="end")

    bids: tuple[int, ...]
    won: tuple[int, ...]
    points: tuple[int, ...]

    @property
    def phrase(self) -> Phrase:
        """Who made the contract."""
        made = tuple(
            seat
            for seat, (bid, won) in enumerate(zip(self.bids, self.won, strict=True))
            if bid == won
        )
        return Phrase.of("ascenseur.scored" if made else "ascenseur.scored-none", made=made)


Event = Dealt | BidMade | BidSealed | BidsShown | CardPlayed | TrickTaken | Scored

# One object for each seat and card, as there is one for each move.
CARDS_PLAYED = tuple(
    {card: CardPlayed(seat, card) for card in ALL_CARDS} for seat in range(MOST_SEATS)
)
TRICKS_TAKEN = tuple(
    {card: TrickTaken(seat, card) for card in ALL_CARDS} for seat in range(MOST_SEATS)
)
