"""What one seat sees in a deal of dnpup: what lies open, and its own cards."""

from __future__ import annotations

from funicular.core.game_base import ViewBase
from funicular.games.dnpup.cards import Card, hand_size
from funicular.games.dnpup.events import Dealt, Event
from funicular.games.dnpup.moves import DnpupMove, legal_moves, phrase_of
from funicular.games.dnpup.options import Setup
from funicular.games.dnpup.public import Public
from funicular.lang import Phrase


class View(ViewBase[Setup, Public, Card], frozen=True):
    """All that one seat may know; a spectator (seat None) has no cards."""

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything this seat has seen, the deal first."""
        dealt = Dealt(self.public.starter, hand_size(self.setup.seats), self.dealt)
        return (dealt, *self.public.events)

    def legal_moves(self) -> tuple[DnpupMove, ...]:
        """The moves this seat may make now."""
        if self.seat is None or self.seat not in self.to_act:
            return ()
        return legal_moves(self.setup.seats, self.seat, self.public.melds, self.hand)

    def phrase_of(self, move: DnpupMove) -> Phrase:
        """How this seat would say a move."""
        return phrase_of(move, self.public.melds, self.hand)
