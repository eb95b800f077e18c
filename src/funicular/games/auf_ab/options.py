"""What can be agreed before a game of Auf & Ab: when the match ends (rules A35, A36)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypedDict

from msgspec import Meta, Struct

from funicular.core.actions import Actions
from funicular.core.errors import BadOptions
from funicular.core.game_base import SetupBase
from funicular.core.observation import Observation
from funicular.core.options import Given, OptionsByName, check_seats, read_options
from funicular.games.auf_ab.actions import actions_of
from funicular.games.auf_ab.cards import ALL_CARDS
from funicular.games.auf_ab.moves import AufAbMove
from funicular.games.auf_ab.observation import observation_of

if TYPE_CHECKING:
    from funicular.games.auf_ab.view import View

SEATS = range(3, 5)
DEALS = 5


class Options(Struct, frozen=True, kw_only=True):
    """When a match ends, settled: exactly one of the two is a number."""

    # After this number of deals, or once a seat has this number of points.
    deals: int | None
    target: int | None


class Setup(SetupBase[Options], frozen=True):
    """Which game this is: its name, its seats, its options."""

    @property
    def actions(self) -> Actions[AufAbMove]:
        """Every move with its number: `n`, `index(move)`, `move(i)`."""
        return actions_of()

    @property
    def observation(self) -> Observation[View]:
        """How a view is written as flags."""
        return observation_of(self.seats)

    @property
    def cards(self) -> int:
        """How many cards each seat is dealt (A7); the rest is set aside."""
        return len(ALL_CARDS) // self.seats


class Choice(Given, frozen=True, kw_only=True):
    """What a caller may say: the same names, none of them required."""

    deals: Annotated[int, Meta(ge=1, le=1000)] | None = None
    target: Annotated[int, Meta(ge=1, le=10000)] | None = None


class Keywords(TypedDict, total=False):
    """The same for a type checker: what `funicular.game` takes besides the seats."""

    deals: int
    target: int


def settle(name: str, seats: int, given: OptionsByName) -> Options:
    """Fill in what was left out and refuse what cannot be. Settled options settle to themselves."""
    check_seats(seats, SEATS, game=name)
    choice = read_options(given, Choice, game="auf-ab")
    if choice.deals is not None and choice.target is not None:
        raise BadOptions("match.one-ending")
    deals = DEALS if choice.deals is None and choice.target is None else choice.deals
    return Options(deals=deals, target=choice.target)
