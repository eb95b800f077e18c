"""Ascenseur on the wire: what is sent of a deal and of its replay."""

from __future__ import annotations

from funicular.games.ascenseur.cards import Card
from funicular.games.ascenseur.events import BidMade, BidSealed, CardPlayed, Event
from funicular.games.ascenseur.moves import PLAYS
from funicular.games.ascenseur.view import View
from funicular.games.wire import DealShown, SeatMove, Sight, wire_format

SEALED_BID = "bid ?"
PLAYED = {card: str(move) for card, move in PLAYS.items()}


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
    # By type and not by pattern: it is read at every move, and is long then.
    for event in view.public.events:
        if type(event) is CardPlayed:
            made.append((event.seat, PLAYED[event.card]))
        elif type(event) is BidMade:
            made.append((event.seat, f"bid {event.bid}"))
        elif type(event) is BidSealed:
            shown = view.public.bids[event.seat]
            made.append((event.seat, SEALED_BID if shown is None else f"bid {shown}"))
    return made


WIRE = wire_format("ascenseur", "Ascenseur", ascenseur_sight, sight=AscenseurSight, event=Event)
