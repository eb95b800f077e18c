"""What every game implements alike, without a rule in it: names, seats, options, a seat's view.

The protocols in `core.game` say what a game must offer; a game may offer it without these.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from msgspec import Struct

from funicular.core.card import Card
from funicular.core.game import Points, Public, State

OptionsT = TypeVar("OptionsT", bound=Struct)
SetupT = TypeVar("SetupT", bound="SetupBase[Any]")
PublicT = TypeVar("PublicT", bound=Public)
CardT = TypeVar("CardT", bound=Card)


class SetupBase(Struct, Generic[OptionsT], frozen=True):
    """Which game this is: its name, its seats, its options."""

    name: str
    seats: int
    options: OptionsT


class GameBase(Struct, Generic[SetupT, OptionsT], frozen=True):
    """A game for a number of seats, with its options settled."""

    setup: SetupT

    @property
    def name(self) -> str:
        """One of `funicular.GAMES`."""
        return self.setup.name

    @property
    def seats(self) -> int:
        """How many play."""
        return self.setup.seats

    @property
    def options(self) -> OptionsT:
        """The options in force."""
        options: OptionsT = self.setup.options
        return options

    @property
    def schedule(self) -> tuple[int, ...]:
        """How many cards each deal of a match has; () unless the game fixes it."""
        return ()


class StateBase:
    """What a state says of itself in a game where every move is open and every deal counts."""

    __slots__ = ()

    @property
    def points(self: State) -> Points | None:
        """What each seat scores; None until the deal is over."""
        return None if self.to_act else self.points_so_far

    @property
    def void(self) -> bool:
        """Whether the deal ended without counting: it always counts."""
        return False

    @property
    def bids_made(self) -> tuple[bool, ...]:
        """Whether each seat has taken exactly what it bid: there are no bids."""
        return ()

    @property
    def reveals(self) -> bool:
        """Whether the last move showed what seats had kept to themselves: there is no such move."""
        return False


class ViewBase(Struct, Generic[SetupT, PublicT, CardT], frozen=True):
    """All that one seat may know; a spectator (seat None) has no cards."""

    setup: SetupT
    seat: int | None
    public: PublicT
    # The seat's own cards as dealt and as they are now.
    dealt: tuple[CardT, ...] = ()
    hand: tuple[CardT, ...] = ()

    @property
    def to_act(self) -> tuple[int, ...]:
        """Whose turn it is."""
        return self.public.to_act
