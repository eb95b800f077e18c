"""What a seat sees, as it is written to a browser or to a program from outside.

These structs are the format that `docs/outside-bots.md` and `docs/protocol.md` promise, kept apart
from our own views so that those can change. They are filled from a view and from nothing else. A
new field may be added at any time; a field that changes its name or its meaning needs another
number of the protocol.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from funicular.core.game import View
from funicular.games.ascenseur import events as ascenseur
from funicular.games.ascenseur.cards import Card as AscenseurCard
from funicular.games.ascenseur.view import View as AscenseurView
from funicular.games.auf_ab.cards import Card as AufAbCard
from funicular.games.auf_ab.events import moves_behind
from funicular.games.auf_ab.view import View as AufAbView
from funicular.games.dnpup.cards import Card as DnpupCard
from funicular.games.dnpup.view import View as DnpupView
from funicular.games.dnpup.zones import ZONES

# A seat and the text of the move it made.
Made = tuple[int, str]

SEALED_BID = "bid ?"


class AscenseurSight(Struct, frozen=True):
    """A deal of Ascenseur from one seat."""

    hand: tuple[AscenseurCard, ...]
    dealt: tuple[AscenseurCard, ...]
    dealer: int
    cards: int
    upcard: AscenseurCard | None
    trump: str | None
    bids: tuple[int | None, ...]
    tricks: tuple[int, ...]
    leader: int
    trick: tuple[AscenseurCard, ...]
    history: tuple[Made, ...]


class AufAbSight(Struct, frozen=True):
    """A deal of Auf & Ab from one seat."""

    hand: tuple[AufAbCard, ...]
    dealt: tuple[AufAbCard, ...]
    direction: str
    leader: int
    trick: tuple[Made, ...]
    passed: tuple[int, ...]
    left: tuple[int, ...]
    opener: int
    opening: AufAbCard | None
    history: tuple[Made, ...]


class DnpupSight(Struct, frozen=True):
    """A deal of dnpup from one seat."""

    hand: tuple[DnpupCard, ...]
    dealt: tuple[DnpupCard, ...]
    starter: int
    zone: str
    turns: int
    melds: dict[str, tuple[DnpupCard, ...]]
    left: tuple[int, ...]
    known: tuple[tuple[DnpupCard, ...], ...]
    proven: tuple[tuple[DnpupCard, ...], ...]
    flips: tuple[int, ...]
    discarded: tuple[DnpupCard, ...]
    out: tuple[int, ...]
    history: tuple[Made, ...]


Sight = AscenseurSight | AufAbSight | DnpupSight


def sight(view: View, *, history: bool = True) -> Sight:
    """What this view shows of a deal under way, in the words of the protocol.

    The history can be left out: it takes as long as the deal has lasted.
    """
    match view:
        case AscenseurView():
            return _ascenseur(view, history=history)
        case AufAbView():
            return _auf_ab(view, history=history)
        case DnpupView():
            return _dnpup(view, history=history)
    message = f"{view.setup.name} has no view for programs from outside"
    raise NotImplementedError(message)


def _ascenseur(view: AscenseurView, *, history: bool) -> AscenseurSight:
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
        history=tuple(_ascenseur_moves(view)) if history else (),
    )


def _ascenseur_moves(view: AscenseurView) -> list[Made]:
    made: list[Made] = []
    for event in view.public.events:
        match event:
            case ascenseur.BidMade(seat, bid):
                made.append((seat, f"bid {bid}"))
            case ascenseur.BidSealed(seat):
                shown = view.public.bids[seat]
                made.append((seat, SEALED_BID if shown is None else f"bid {shown}"))
            case ascenseur.CardPlayed(seat, card):
                made.append((seat, f"play {card}"))
    return made


def _auf_ab(view: AufAbView, *, history: bool) -> AufAbSight:
    public = view.public
    return AufAbSight(
        hand=view.hand,
        dealt=view.dealt,
        direction=public.direction,
        leader=public.leader,
        trick=tuple((seat, str(meld)) for seat, meld in public.trick),
        passed=public.passed,
        left=public.left,
        opener=public.opener,
        opening=public.opening,
        history=_written(moves_behind(public.events)) if history else (),
    )


def _dnpup(view: DnpupView, *, history: bool) -> DnpupSight:
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
        history=_written(public.history) if history else (),
    )


def _written(moves: Iterable[tuple[int, object]]) -> tuple[Made, ...]:
    return tuple((seat, str(move)) for seat, move in moves)
