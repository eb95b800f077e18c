"""What lies open in a deal of dnpup: everything that everybody knows.

It begins with who holds the star and grows by what each seat does, which `turns` works out. No
hidden card ever enters into it, so two deals that look alike to a spectator have equal ones.
"""

from __future__ import annotations

from msgspec import Struct, field

from funicular.core.event_chain import EventChain
from funicular.core.game_base import turn_in_line
from funicular.games.dnpup.cards import Hand, hand_size
from funicular.games.dnpup.events import Event
from funicular.games.dnpup.moves import DnpupMove, Melds
from funicular.games.dnpup.zones import ZONES, Zone, first_zone


class Public(Struct, frozen=True):
    """Everything that everybody knows."""

    starter: int
    # The zone of the turn under way; None once the deal is over.
    turn: Zone | None
    # How many turns are done.
    turns: int
    # The meld in each zone, in the order of the zones; () where none lies.
    melds: Melds
    # How many cards each seat holds.
    counts: tuple[int, ...]
    # The cards each seat took up from the table and still holds, as they lie now. A card played
    # counts as one of these wherever it can: it leaves the same hand behind either way.
    known: tuple[Hand, ...]
    # The other cards each seat has shown: they were dealt to it. As they lay then.
    proven: tuple[Hand, ...]
    # How often each seat has turned its hand over. A card that was never shown has been turned as
    # often since the deal.
    flips: tuple[int, ...]
    # Cards out of the deal, as they last lay.
    discarded: Hand
    # Who has no cards left, in that order.
    out: tuple[int, ...]
    chain: EventChain[Event, DnpupMove] = field(name="events")

    @classmethod
    def begin(cls, seats: int, starter: int) -> Public:
        """The cards have just been dealt."""
        nothing: tuple[Hand, ...] = ((),) * seats
        return cls(
            starter=starter,
            turn=first_zone(seats, starter),
            turns=0,
            melds=((),) * len(ZONES[seats]),
            counts=(hand_size(seats),) * seats,
            known=nothing,
            proven=nothing,
            flips=(0,) * seats,
            discarded=(),
            out=(),
            chain=EventChain.of(),
        )

    @property
    def to_act(self) -> tuple[int, ...]:
        """Whose turn it is; () once the deal is over."""
        return () if self.turn is None else (self.turn.seat,)

    def line(self) -> str:
        """The melds on the table, and how many cards each seat holds."""
        places = zip(ZONES[len(self.counts)], self.melds, strict=True)
        melds = ", ".join(f"{zone}: {' '.join(map(str, meld))}" for zone, meld in places if meld)
        return (
            f"melds {melds or '-'}; left {' '.join(map(str, self.counts))}; "
            f"turn {self.turns}; {turn_in_line(self.to_act)}"
        )

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything since the deal."""
        return self.chain.events

    @property
    def history(self) -> tuple[tuple[int, DnpupMove], ...]:
        """Every (seat, move) since the deal: there is no secret one."""
        return self.chain.turns
