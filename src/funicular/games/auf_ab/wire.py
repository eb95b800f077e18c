"""Auf & Ab on the wire: what is sent of a deal and of its replay."""

from __future__ import annotations

from funicular.games.auf_ab.cards import Card
from funicular.games.auf_ab.events import Event
from funicular.games.auf_ab.view import View
from funicular.games.wire import DealShown, SeatMove, Sight, wire_format, written


class AufAbSight(Sight, frozen=True):
    """A deal of Auf & Ab from one seat."""

    hand: tuple[Card, ...]
    dealt: tuple[Card, ...]
    direction: str
    leader: int
    trick: tuple[SeatMove, ...]
    passed: tuple[int, ...]
    left: tuple[int, ...]
    opener: int
    opening: Card | None
    history: tuple[SeatMove, ...]


AufAbDeal = DealShown[AufAbSight]


def auf_ab_sight(view: View, /, *, history: bool) -> AufAbSight:
    """What this view shows."""
    public = view.public
    return AufAbSight(
        hand=view.hand,
        dealt=view.dealt,
        direction=public.direction,
        leader=public.leader,
        trick=written(public.trick),
        passed=public.passed,
        left=public.left,
        opener=public.opener,
        opening=public.opening,
        history=written(public.history) if history else (),
    )


WIRE = wire_format("auf-ab", "Auf & Ab", auf_ab_sight, sight=AufAbSight, event=Event)
