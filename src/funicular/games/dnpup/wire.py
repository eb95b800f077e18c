"""dnpup on the wire: what is sent of a deal and of its replay."""

from __future__ import annotations

from funicular.games.dnpup.cards import Hand
from funicular.games.dnpup.events import Event
from funicular.games.dnpup.view import View
from funicular.games.dnpup.zones import ZONES
from funicular.games.wire import (
    DealShown,
    FilmShown,
    Frame,
    SeatMove,
    Sight,
    Told,
    WireFormat,
    written,
)


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


class DnpupTold(Told, frozen=True):
    """Something that happened in the deal, and the sentence that tells it to you."""

    event: Event


class DnpupDeal(DealShown, frozen=True, tag_field="kind", tag="dnpup"):
    """A deal of dnpup."""

    sight: DnpupSight
    told: tuple[DnpupTold, ...]


class DnpupFrame(Frame, frozen=True):
    """A moment of dnpup."""

    sight: DnpupSight


class DnpupFilm(FilmShown, frozen=True, kw_only=True, tag_field="kind", tag="dnpup"):
    """A deal of dnpup."""

    told: tuple[DnpupTold, ...]
    frames: tuple[DnpupFrame, ...]


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


WIRE = WireFormat(dnpup_sight, DnpupTold, DnpupDeal, DnpupFrame, DnpupFilm)
