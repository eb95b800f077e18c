"""What every game implements alike, without a rule in it: names, seats, options, a seat's view.

The protocols in `core.game` say what a game must offer; a game may offer it without these.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from msgspec import Struct

from funicular.core.arrays import row
from funicular.core.card import Card
from funicular.core.game import Points, Public, State, View

if TYPE_CHECKING:
    import numpy as np

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

    def __repr__(self) -> str:
        """Which game; its options are `options`."""
        return f"<Game {self.name} for {self.seats}>"


class _Tabled(State, Protocol):
    """A state that keeps what everybody knows of it."""

    @property
    def public(self) -> Public:
        """All that lies open."""


class StateBase:
    """What a state says of itself in a game where every move is open and every deal counts."""

    __slots__ = ()

    def __repr__(self: _Tabled) -> str:
        """The table on a line, all hands open."""
        hands = " | ".join(_in_line(self.hand(seat)) for seat in range(self.setup.seats))
        return f"<State of {self.setup.name}: {hands}; {self.public.line()}>"

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

    def legal_mask(self: View, out: np.ndarray | None = None) -> np.ndarray:
        """A flag for each of the game's numbered moves: whether this seat may make it now."""
        actions = self.setup.actions
        mask = row(out, actions.n, "bool")
        mask[:] = False
        mask[[actions.index(move) for move in self.legal_moves()]] = True
        return mask

    def tensor(self: View, out: np.ndarray | None = None) -> np.ndarray:
        """What this seat sees as flags, a byte each, in the order of the observation's planes."""
        tensor: np.ndarray = self.setup.observation.tensor(self, out)
        return tensor

    def information_key(self: View) -> str:
        """A text that two views of a game share exactly if their seats know the same."""
        # The deal is the first of the events: everything else follows from them.
        return "; ".join(map(repr, (self.seat, *self.events)))

    def __repr__(self) -> str:
        """The table on a line, as this seat sees it."""
        who = "a spectator" if self.seat is None else f"seat {self.seat}: {_in_line(self.hand)}"
        return f"<View of {self.setup.name} by {who}; {self.public.line()}>"


def _in_line(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards)) or "-"


def turn_in_line(to_act: tuple[int, ...]) -> str:
    """Whose turn it is, for the line that shows a table."""
    return f"{', '.join(map(str, to_act))} to act" if to_act else "over"
