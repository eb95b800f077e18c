"""A finished deal as a film: the table before the first move and after every one, all hands open.

The pictures come from the rules themselves, so whoever shows them needs none. Only of a match that
is over: while a deal is played, nobody is to see a hand but their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from funicular.core.card import Card
from funicular.core.game import State
from funicular.games.registry import game_of
from funicular.games.sight import AscenseurSight, AufAbSight, DnpupSight, sight
from funicular.lang import Reader
from funicular.table.wire import AscenseurTold, AufAbTold, DnpupTold

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


class FilmShown(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A deal from its cards to its points; a very long one comes in parts."""

    number: int
    # Which part this is and of how many: each goes on where the one before ends.
    part: int = 1
    parts: int = 1
    # None if the match ended, or was left, in the middle of this deal.
    points: tuple[int, ...] | None


class AscenseurFilm(FilmShown, frozen=True, kw_only=True, tag_field="kind", tag="ascenseur"):
    """A deal of Ascenseur."""

    told: tuple[AscenseurTold, ...]
    frames: tuple[AscenseurFrame, ...]


class AufAbFilm(FilmShown, frozen=True, kw_only=True, tag_field="kind", tag="auf-ab"):
    """A deal of Auf & Ab."""

    told: tuple[AufAbTold, ...]
    frames: tuple[AufAbFrame, ...]


class DnpupFilm(FilmShown, frozen=True, kw_only=True, tag_field="kind", tag="dnpup"):
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


# Frames in a part. A deal has that many moves only where somebody plays without wanting to end.
PART = 1_000


def film(state: State, number: int, reader: Reader) -> AnyFilm:
    """The deal that came to this state, told to this reader, in one part."""
    (whole,) = films(state, number, reader, most=len(state.history) + 1)
    return whole


def films(
    state: State,
    number: int,
    reader: Reader,
    *,
    most: int = PART,
    between: Callable[[], object] = lambda: None,
) -> tuple[AnyFilm, ...]:
    """The same in parts of so many frames, made in one pass; `between` is called at each."""
    view = state.view(None)
    whole, frame, told = _KINDS[type(sight(view))]
    events = view.events
    frames = []
    for each in _frames(state, frame):
        between()
        frames.append(each)
    parts = [frames[first : first + most] for first in range(0, len(frames), most)]
    ends = [0, *(part[-1].told for part in parts)]
    return tuple(
        whole(
            number=number,
            part=place,
            parts=len(parts),
            points=state.points,
            told=tuple(
                told(event, reader.say(event.phrase))
                for event in events[ends[place - 1] : ends[place]]
            ),
            frames=tuple(part),
        )
        for place, part in enumerate(parts, 1)
    )


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
        # Any: that a view has a public part is not in its protocol.
        view: Any = state.view(None)
        # Not those of the view, which makes a copy of all of them each time.
        fresh = view.public.events[before:]
        before += len(fresh)
        yield kind(
            move=move,
            hands=tuple(state.hand(seat) for seat in seats),
            to_act=state.to_act,
            # And the deal itself.
            told=1 + before,
            stop=any(type(event).__name__ in PAUSES for event in fresh),
            sight=sight(view, history=False),
        )
