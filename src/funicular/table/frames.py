"""A finished deal as a film: the table before the first move and after every one, all hands open.

The pictures come from the rules themselves, so whoever shows them needs none. Only of a match that
is over: while a deal is played, nobody is to see a hand but their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from funicular.core.card import Card
from funicular.core.game import State
from funicular.games.registry import game_of
from funicular.games.sight import AscenseurSight, AufAbSight, DnpupSight, sight
from funicular.lang import Reader
from funicular.table.shown import AscenseurTold, AufAbTold, DnpupTold

Cards = tuple[Card, ...]


class Frame(Struct, frozen=True):
    """The table at one moment. Its sight is a spectator's, without the history: that is `told`."""

    # The move that led here, as `seat move`; None at the start.
    move: str | None
    hands: tuple[Cards, ...]
    to_act: tuple[int, ...]
    # How many things had been told by then.
    told: int
    # Whether a trick ended here, a meld was beaten, somebody was out: where one may want to stop.
    stop: bool


class AscenseurFrame(Frame, frozen=True):
    """A moment of Ascenseur."""

    sight: AscenseurSight


class AufAbFrame(Frame, frozen=True):
    """A moment of Auf & Ab."""

    sight: AufAbSight


class DnpupFrame(Frame, frozen=True):
    """A moment of dnpup."""

    sight: DnpupSight


class FilmShown(Struct, frozen=True):
    """A deal from its cards to its points."""

    number: int
    # None if the match ended, or was left, in the middle of this deal.
    points: tuple[int, ...] | None


class AscenseurFilm(FilmShown, frozen=True, tag_field="kind", tag="ascenseur"):
    """A deal of Ascenseur."""

    told: tuple[AscenseurTold, ...]
    frames: tuple[AscenseurFrame, ...]


class AufAbFilm(FilmShown, frozen=True, tag_field="kind", tag="auf-ab"):
    """A deal of Auf & Ab."""

    told: tuple[AufAbTold, ...]
    frames: tuple[AufAbFrame, ...]


class DnpupFilm(FilmShown, frozen=True, tag_field="kind", tag="dnpup"):
    """A deal of dnpup."""

    told: tuple[DnpupTold, ...]
    frames: tuple[DnpupFrame, ...]


AnyFilm = AscenseurFilm | AufAbFilm | DnpupFilm
# What the film of each game is made of, by what a seat sees of it.
_KINDS: dict[type, tuple[Any, Any, Any]] = {
    AscenseurSight: (AscenseurFilm, AscenseurFrame, AscenseurTold),
    AufAbSight: (AufAbFilm, AufAbFrame, AufAbTold),
    DnpupSight: (DnpupFilm, DnpupFrame, DnpupTold),
}
# Events after which a table pauses, in any game.
PAUSES = {"TrickTaken", "MeldBeaten", "BidsShown", "WentOut", "Scored", "Voided"}


def film(state: State, number: int, reader: Reader) -> AnyFilm:
    """The deal that came to this state, told to this reader."""
    whole, frame, told = _KINDS[type(sight(state.view(None)))]
    events = state.view(None).events
    made: AnyFilm = whole(
        number=number,
        points=state.points,
        told=tuple(told(event, reader.say(event.phrase)) for event in events),
        frames=tuple(_frames(state, frame)),
    )
    return made


def states_of(state: State) -> Iterator[State]:
    """Every state of the deal, from the cards just dealt to this one."""
    deal = state.deal
    now: State = game_of(state.setup).start(deal.hands, dealer=deal.dealer, upcard=deal.upcard)
    yield now
    for seat, move in state.history:
        now = now.play(seat, move)
        yield now


def _frames(last: State, kind: Any) -> Iterator[Any]:  # noqa: ANN401 - one of the three
    seats = range(last.setup.seats)
    moves = [None, *(f"{seat} {move}" for seat, move in last.history)]
    before = 0
    for move, state in zip(moves, states_of(last), strict=True):
        view = state.view(None)
        events = view.events
        fresh = events[before:]
        yield kind(
            move=move,
            hands=tuple(state.hand(seat) for seat in seats),
            to_act=state.to_act,
            told=len(events),
            stop=any(type(event).__name__ in PAUSES for event in fresh),
            sight=replace(sight(view), history=()),
        )
        before = len(events)
