"""What one seat sees in a deal of Auf & Ab: what lies open, and its own cards."""

from __future__ import annotations

from funicular.core.bits import bits_of
from funicular.core.game_base import ViewBase
from funicular.games.auf_ab.cards import Card
from funicular.games.auf_ab.events import Dealt, Event
from funicular.games.auf_ab.moves import AufAbMove, legal_moves, phrase_of
from funicular.games.auf_ab.options import Setup
from funicular.games.auf_ab.public import Public
from funicular.games.auf_ab.tricks import last_meld
from funicular.lang import Phrase


class View(ViewBase[Setup, Public, Card], frozen=True):
    """All that one seat may know; a spectator (seat None) has no cards."""

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything this seat has seen, the deal first."""
        dealt = Dealt(self.public.opener, self.setup.cards, self.dealt)
        return (dealt, *self.public.events)

    def legal_moves(self) -> tuple[AufAbMove, ...]:
        """The moves this seat may make now."""
        public = self.public
        if self.seat not in public.to_act:
            return ()
        return legal_moves(
            public.direction,
            last_meld(public.trick),
            bits_of(self.hand),
            opening=public.opening is None,
        )

    def phrase_of(self, move: AufAbMove) -> Phrase:
        """How this seat would say a move."""
        return phrase_of(move, self.public.direction, bits_of(self.hand))
