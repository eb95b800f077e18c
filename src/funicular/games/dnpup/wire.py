"""dnpup on the wire: what is sent of a deal and of its replay."""

from __future__ import annotations

from funicular.games.dnpup.cards import Hand
from funicular.games.dnpup.events import Event
from funicular.games.dnpup.view import View
from funicular.games.dnpup.zones import ZONES
from funicular.games.wire import DealShown, SeatMove, Sight, wire_format, written


class DnpupSight(Sight, frozen=True):
    """A deal of dnpup from one seat."""

    hand: Hand
    dealt: Hand
    starter: int
    zone: str
    turns: int
    melds: dict[str, Hand]
    left: tuple[int, ...]
    known: tuple[Hand, ...]
    proven: tuple[Hand, ...]
    flips: tuple[int, ...]
    discarded: Hand
    out: tuple[int, ...]
    history: tuple[SeatMove, ...]


DnpupDeal = DealShown[DnpupSight]


def dnpup_sight(view: View, /, *, history: bool) -> DnpupSight:
    """What this view shows."""
    public = view.public
    return DnpupSight(
        hand=view.hand,
        dealt=view.dealt,
        starter=public.starter,
        zone=str(public.turn),
        turns=public.turns,
        melds={str(zone): public.melds[zone.index] for zone in ZONES[view.setup.seats]},
        left=public.counts,
        known=public.known,
        proven=public.proven,
        flips=public.flips,
        discarded=public.discarded,
        out=public.out,
        history=written(public.history) if history else (),
    )


WIRE = wire_format("dnpup", "dnpup", dnpup_sight, sight=DnpupSight, event=Event)
