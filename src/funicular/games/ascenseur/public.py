"""What lies open in a deal of Ascenseur: everything that everybody knows.

It is told by the public record alone: who dealt, the card turned up, and what was bid and played
since. Sealed bids enter it only once all are in.
"""

from __future__ import annotations

from msgspec import Struct, field

from funicular.core.event_chain import EventChain
from funicular.core.game_base import turn_in_line
from funicular.games.ascenseur.cards import Card
from funicular.games.ascenseur.events import Event
from funicular.games.ascenseur.moves import AscenseurMove


class Public(Struct, frozen=True):
    """Everything that everybody knows."""

    dealer: int
    cards: int
    upcard: Card | None
    to_act: tuple[int, ...]
    # Each seat's bid once everybody may know it.
    bids: tuple[int | None, ...]
    leader: int
    # The trick under way, from the leader on; () between tricks.
    trick: tuple[Card, ...]
    won: tuple[int, ...]
    chain: EventChain[Event, AscenseurMove] = field(name="events")

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything since the deal."""
        return self.chain.events

    def line(self) -> str:
        """What was bid and won, and the trick under way."""
        bids = " ".join("?" if bid is None else str(bid) for bid in self.bids)
        trick = " ".join(map(str, self.trick)) or "-"
        return (
            f"upcard {self.upcard or '-'}; bids {bids}; won {' '.join(map(str, self.won))}; "
            f"trick {trick}; {turn_in_line(self.to_act)}"
        )

    @property
    def bidding(self) -> bool:
        """Whether bids are still being made."""
        return None in self.bids

    @property
    def trump(self) -> str | None:
        """The trump suit, or None."""
        return None if self.upcard is None else self.upcard.suit
