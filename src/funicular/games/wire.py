"""What every game's part of the wire has in common: what is sent of a deal, and of its replay.

Each game writes its `Sight` (`games/GAME/wire.py`); `wire_format` makes the structs around it that
name the game's sights and events, so that a client knows the type of everything in a deal of that
game. `docs/outside-bots.md` and `docs/protocol.md` promise them, apart from our own views, so that
those can change. They are filled from a view and from nothing else. A new field may be added at any
time; a field that changes its name or its meaning needs another number of the protocol.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import GenericAlias
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, cast

from msgspec import Struct, defstruct

from funicular.core.game import Event, Hand, OwnView

# A seat and the text of the move it made.
SeatMove = tuple[int, str]


class Sight(Struct, frozen=True):
    """A deal from one seat: what its view shows, as it is sent.

    Each game names its own cards, so that a client reads them as such.
    """

    hand: Hand
    dealt: Hand


StructT = TypeVar("StructT", bound=Struct)
# The sight of one game.
S_co = TypeVar("S_co", bound=Sight, covariant=True)


class Told(Struct, frozen=True):
    """Something that happened in the deal, and the sentence that tells it to you."""

    event: Event
    text: str


class DealShown(Struct, Generic[S_co], frozen=True):
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
    sight: S_co
    told: tuple[Told, ...]


# As `OwnView`: a deal of the game that is asked.
OwnDeal: TypeAlias = Any


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

    sight: SightOf[OwnView]
    told: type[Told]
    deal: type[DealShown[Sight]]
    frame: type[Frame]
    film: type[FilmShown]


def wire_format(
    kind: str,
    game: str,
    of_view: SightOf[OwnView],
    *,
    sight: type[Sight],
    event: object,
) -> WireFormat:
    """The structs of a game; `kind` is their tag, `game` what it is called in their descriptions.

    `event` is the union of all events of the game.
    """
    name = sight.__name__.removesuffix("Sight")

    def extended(
        base: type[StructT],
        about: str,
        fields: dict[str, object],
        *,
        tagged: bool = False,
        kw_only: bool = False,
    ) -> type[StructT]:
        made = defstruct(
            name + base.__name__.removesuffix("Shown"),
            list(fields.items()),
            bases=(base,),
            namespace={"__doc__": about},
            module=sight.__module__,
            frozen=True,
            kw_only=kw_only,
            tag_field="kind" if tagged else None,
            tag=kind if tagged else None,
        )
        return cast("type[StructT]", made)

    told = extended(Told, str(Told.__doc__), {"event": event})
    deal_fields = {"sight": sight, "told": _some(told)}
    deal = extended(DealShown, f"A deal of {game}.", deal_fields, tagged=True)
    frame = extended(Frame, f"A moment of {game}.", {"sight": sight})
    film_fields = {"told": _some(told), "frames": _some(frame)}
    film = extended(FilmShown, f"A deal of {game}.", film_fields, tagged=True, kw_only=True)
    return WireFormat(of_view, told, deal, frame, film)


def _some(kind: type) -> object:
    return GenericAlias(tuple, (kind, ...))


def written(moves: Iterable[tuple[int, object]]) -> tuple[SeatMove, ...]:
    """The moves of a deal as text."""
    return tuple((seat, str(move)) for seat, move in moves)
