"""What one seat sees in a deal of Ascenseur: what lies open, and its own cards and sealed bid."""

from __future__ import annotations

from funicular.core.bits import bits_of
from funicular.core.game_base import ViewBase
from funicular.games.ascenseur.cards import Card
from funicular.games.ascenseur.events import Dealt, Event
from funicular.games.ascenseur.moves import AscenseurMove, legal_bids, legal_plays
from funicular.games.ascenseur.options import Setup
from funicular.games.ascenseur.public import Public
from funicular.lang import Phrase


class View(ViewBase[Setup, Public, Card], frozen=True):
    """All that one seat may know; a spectator (seat None) has no cards."""

    # The seat's own bid while bids are sealed.
    sealed: int | None = None

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything this seat has seen, the deal first."""
        public = self.public
        dealt = Dealt(public.dealer, public.cards, public.upcard, self.dealt)
        return (dealt, *public.events)

    def legal_moves(self) -> tuple[AscenseurMove, ...]:
        """The moves this seat may make now."""
        public = self.public
        if self.seat not in public.to_act:
            return ()
        if public.bidding:
            return legal_bids(public.bids, public.cards, hook=self.setup.options.hook)
        return legal_plays(public.trick, bits_of(self.hand))

    def phrase_of(self, move: AscenseurMove) -> Phrase:
        """How this seat would say a move."""
        return move.phrase

    def information_key(self) -> str:
        """A text that two views of a game share exactly if their seats know the same."""
        own = "" if self.sealed is None else f"; own bid {self.sealed}"
        return super().information_key() + own
