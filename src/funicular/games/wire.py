"""What every game's part of the wire has in common: what is sent of a deal, and of its replay.

Each game has structs of its own that extend these (`games/GAME/wire.py`), so that a client knows
the type of everything in a deal of that game. `docs/outside-bots.md` and `docs/protocol.md` promise
them, apart from our own views, so that those can change. They are filled from a view and from
nothing else. A new field may be added at any time; a field that changes its name or its meaning
needs another number of the protocol.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from funicular.core.game import Hand

# A seat and the text of the move it made.
SeatMove = tuple[int, str]


class Sight(Struct, frozen=True):
    """A deal from one seat: what its view shows, as it is sent.

    Each game names its own cards, so that a client reads them as such.
    """

    hand: Hand
    dealt: Hand


class Told(Struct, frozen=True):
    """Something that happened in the deal, and the sentence that tells it to you."""

    # Any: the events of the game in each game's own struct.
    event: Any
    text: str


class DealShown(Struct, frozen=True):
    """The deal under way, or just over, as you see it.

    `told` holds what happened from the `before`-th thing on: a client that has seen more
    than that has seen moves that were taken back, and forgets them.
    """

    number: int
    to_act: tuple[int, ...]
    # Your legal moves in their notation; () when it is not your turn.
    legal: tuple[str, ...]
    # Which of your decisions this is. A move names it, so that a stale one changes nothing.
    turn: int
    before: int
    sight: Sight
    told: tuple[Told, ...]


class Frame(Struct, frozen=True):
    """The table at one moment. Its sight is a spectator's, without the history: that is `told`."""

    # The move that led here, as `seat move`; None at the start.
    move: str | None
    hands: tuple[Hand, ...]
    to_act: tuple[int, ...]
    # How many things had been told by then.
    told: int
    # Whether a trick ended here, a meld was beaten, somebody was out: where one may want to stop.
    stop: bool
    sight: Sight


class FilmShown(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A deal from its cards to its points; a very long one comes in parts."""

    number: int
    # Which part this is and of how many: each goes on where the one before ends.
    part: int = 1
    parts: int = 1
    # None if the match ended, or was left, in the middle of this deal.
    points: tuple[int, ...] | None
    told: tuple[Told, ...]
    frames: tuple[Frame, ...]


# A view of one game.
V_contra = TypeVar("V_contra", contravariant=True)


class SightOf(Protocol[V_contra]):
    """A game's function from a view of it to what is sent of that view."""

    def __call__(self, view: V_contra, /, *, history: bool) -> Sight:
        """The sight; without its history where that is not wanted."""


class WireFormat(Struct, frozen=True):
    """A game on the wire: how a view is written, and the structs that carry it."""

    # Any, here and in the specification: each game is asked with its own views and deals alone.
    sight: SightOf[Any]
    told: type[Told]
    deal: type[DealShown]
    frame: type[Frame]
    film: type[FilmShown]


def written(moves: Iterable[tuple[int, object]]) -> tuple[SeatMove, ...]:
    """The moves of a deal as text."""
    return tuple((seat, str(move)) for seat, move in moves)
