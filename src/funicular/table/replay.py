"""A finished deal as a film: the table before the first move and after every one, all hands open.

The frames come from the rules themselves, so a page that shows them needs none. Only of a match
that is over: while a deal is played, nobody is to see a hand but their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Union

from funicular.core.game import PauseReason, State
from funicular.games.registry import WIRE_FORMATS, game_of, spec_of
from funicular.games.wire import FilmShown, Frame, WireFormat
from funicular.lang import Reader

# The film of a deal of any game; which one, its tag says.
if TYPE_CHECKING:
    AnyFilm = FilmShown
else:
    AnyFilm = Union[tuple(wire.film for wire in WIRE_FORMATS)]  # noqa: UP007 - a list of types

# Where a film may be stopped. The deal itself is its beginning, which needs none.
STOPS: tuple[PauseReason | None, ...] = ("table", "end")


# Frames in a part. A deal has that many moves only where somebody plays without wanting to end.
PART = 1_000


def parts_of_film(moves: int) -> int:
    """In how many parts a deal of this many moves is told: it has a frame more than moves."""
    return 1 + moves // PART


def film(state: State, number: int, reader: Reader) -> AnyFilm:
    """The deal that led to this state, told to this reader, in one part."""
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
    """The same in parts of at most `most` frames, made in one pass; `between` is called at each."""
    view = state.view(None)
    wire = spec_of(state.setup.name).wire
    events = view.events
    frames = []
    for each in _frames(state, wire):
        between()
        frames.append(each)
    parts = [frames[first : first + most] for first in range(0, len(frames), most)]
    ends = [0, *(part[-1].told for part in parts)]
    return tuple(
        wire.film(
            number=number,
            part=place,
            parts=len(parts),
            points=state.points,
            told=tuple(
                wire.told(event, reader.say(event.phrase))
                for event in events[ends[place - 1] : ends[place]]
            ),
            frames=tuple(part),
        )
        for place, part in enumerate(parts, 1)
    )


def states_of(state: State) -> Iterator[State]:
    """Every state of the deal, from the cards just dealt to this one."""
    deal = state.deal
    now = game_of(state.setup).start(deal.hands, dealer=deal.dealer, upcard=deal.upcard)
    yield now
    for seat, move in state.history:
        now = now.play(seat, move)
        yield now


def _frames(last: State, wire: WireFormat) -> Iterator[Frame]:
    seats = range(last.setup.seats)
    moves = [None, *(f"{seat} {move}" for seat, move in last.history)]
    before = 0
    for move, state in zip(moves, states_of(last), strict=True):
        view = state.view(None)
        # Not those of the view, which makes a copy of all of them each time.
        fresh = view.public.events[before:]
        before += len(fresh)
        yield wire.frame(
            move=move,
            hands=tuple(state.hand(seat) for seat in seats),
            to_act=state.to_act,
            # And the deal itself.
            told=1 + before,
            stop=any(event.pause.reason in STOPS for event in fresh),
            sight=wire.sight(view, history=False),
        )
