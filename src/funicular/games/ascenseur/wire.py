"""Ascenseur on the wire: what is sent of a deal and of its replay."""

from __future__ import annotations

from funicular.games.ascenseur.cards import Card
from funicular.games.ascenseur.events import BidMade, BidSealed, CardPlayed, Event
from funicular.games.ascenseur.view import View
from funicular.games.wire import DealShown, SeatMove, Sight, wire_format

SEALED_BID = "bid ?"


class AscenseurSight(Sight, frozen=True):
    """A deal of Ascenseur from one seat."""

    hand: tuple[Card, ...]
    dealt: tuple[Card, ...]
    dealer: int
    cards: int
    upcard: Card | None
    trump: str | None
    bids: tuple[int | None, ...]
    tricks: tuple[int, ...]
    leader: int
    trick: tuple[Card, ...]
    history: tuple[SeatMove, ...]


AscenseurDeal = DealShown[AscenseurSight]


def ascenseur_sight(view: View, /, *, history: bool) -> AscenseurSight:
    """What this view shows."""
    public = view.public
    return AscenseurSight(
        hand=view.hand,
        dealt=view.dealt,
        dealer=public.dealer,
        cards=public.cards,
        upcard=public.upcard,
        trump=public.trump,
        bids=public.bids,
        tricks=public.won,
        leader=public.leader,
        trick=public.trick,
        history=tuple(_moves(view)) if history else (),
    )


def _moves(view: View) -> list[SeatMove]:
    """The moves made; a bid that is still sealed is hidden, the seat's own too."""
    made: list[SeatMove] = []
    for event in view.public.events:
        match event:
            case BidMade(seat, bid):
                made.append((seat, f"bid {bid}"))
            case BidSealed(seat):
                shown = view.public.bids[seat]
                made.append((seat, SEALED_BID if shown is None else f"bid {shown}"))
            case CardPlayed(seat, card):
                made.append((seat, f"play {card}"))
    return made


WIRE = wire_format("ascenseur", "Ascenseur", ascenseur_sight, sight=AscenseurSight, event=Event)
