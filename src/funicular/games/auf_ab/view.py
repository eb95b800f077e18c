"""What one seat sees in a deal of Auf & Ab: what lies open, and its own cards."""

from __future__ import annotations

from msgspec import Struct

from funicular.core.bits import bits_of
from funicular.games.auf_ab.cards import Card
from funicular.games.auf_ab.events import Dealt, Event
from funicular.games.auf_ab.moves import AufAbMove, legal_moves
from funicular.games.auf_ab.options import Setup
from funicular.games.auf_ab.public import Public
from funicular.games.auf_ab.tricks import last_meld


class View(Struct, frozen=True):
    """All that one seat may know; a spectator (seat None) has no cards."""

    setup: Setup
    seat: int | None
    public: Public
    # The seat's own cards as dealt and as they are now.
    dealt: tuple[Card, ...] = ()
    hand: tuple[Card, ...] = ()

    @property
    def to_act(self) -> tuple[int, ...]:
        """Whose turn it is."""
        return self.public.to_act

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
