"""What can be agreed before a game of dnpup, by name (rules D35, D36, D44)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypedDict

from msgspec import Meta, Struct

from funicular.core.actions import Actions
from funicular.core.game_base import SetupBase
from funicular.core.observation import Observation
from funicular.core.options import Given, OptionsByName, check_seats, read_options
from funicular.games.dnpup.actions import actions_of
from funicular.games.dnpup.moves import DnpupMove
from funicular.games.dnpup.observation import observation_of

if TYPE_CHECKING:
    from funicular.games.dnpup.view import View

NAME = "dnpup"
SEATS = range(2, 6)
DEFAULT_TURN_CAP = 600


class Options(Struct, frozen=True, kw_only=True):
    """Every option of a game of dnpup, settled."""

    # The match ends as soon as a seat has this number of points.
    points_to_win: int
    # After this number of turns a deal is void.
    turn_cap: int


class Setup(SetupBase[Options], frozen=True):
    """Which game this is: its name, its seats, its options."""

    @property
    def actions(self) -> Actions[DnpupMove]:
        """Every move with its number: `n`, `index(move)`, `move(i)`."""
        return actions_of(self.seats)

    @property
    def observation(self) -> Observation[View]:
        """How a view is written as flags."""
        return observation_of(self.seats, len(self.rewards))

    @property
    def rewards(self) -> tuple[int, ...]:
        """What the first out scores, the second, …; the last of them ends the deal."""
        return (1,) if self.seats == 2 else (2, 1)


class Choice(Given, frozen=True, kw_only=True):
    """What a caller may say: the same names, none of them required."""

    points_to_win: Annotated[int, Meta(ge=1, le=1000)] | None = None
    turn_cap: Annotated[int, Meta(ge=1, le=10_000)] | None = None


class Keywords(TypedDict, total=False):
    """The same for a type checker: what `funicular.game` takes besides the seats."""

    points_to_win: int
    turn_cap: int


def settle(seats: int, given: OptionsByName) -> Options:
    """Fill in what was left out and refuse what cannot be. Settled options settle to themselves."""
    check_seats(seats, SEATS, game=NAME)
    choice = read_options(given, Choice, game=NAME)
    return Options(
        points_to_win=choice.points_to_win or (2 if seats == 2 else 4),
        turn_cap=choice.turn_cap or DEFAULT_TURN_CAP,
    )
