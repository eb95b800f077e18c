"""The games by name. This is the one place that lists them; everything else asks here.

`CONTRIBUTING.md` has the recipe for a new one.
"""

from __future__ import annotations

import random
from typing import Literal, Unpack, overload

from funicular.core.arguments import check_kind
from funicular.core.errors import BadOptions
from funicular.core.game import Game, Setup, State, View
from funicular.core.game_base import SetupBase, ViewBase
from funicular.core.options import OptionsByName
from funicular.games.ascenseur.game import Ascenseur
from funicular.games.ascenseur.options import Keywords as AscenseurKeywords
from funicular.games.ascenseur.spec import SPECS as ASCENSEUR
from funicular.games.ascenseur.state import State as AscenseurState
from funicular.games.ascenseur.view import View as AscenseurView
from funicular.games.auf_ab.game import AufAb
from funicular.games.auf_ab.options import Keywords as AufAbKeywords
from funicular.games.auf_ab.spec import SPECS as AUF_AB
from funicular.games.auf_ab.state import State as AufAbState
from funicular.games.auf_ab.view import View as AufAbView
from funicular.games.dnpup.game import Dnpup
from funicular.games.dnpup.options import Keywords as DnpupKeywords
from funicular.games.dnpup.spec import SPECS as DNPUP
from funicular.games.dnpup.state import State as DnpupState
from funicular.games.dnpup.view import View as DnpupView
from funicular.games.spec import GameSpec, HouseRules
from funicular.games.wire import WireFormat

SPECS: dict[str, GameSpec] = {spec.name: spec for spec in (*AUF_AB, *DNPUP, *ASCENSEUR)}
GAMES = tuple(SPECS)

# How many may sit down, and the house rules that have a name, by game.
SEATS: dict[str, range] = {name: spec.seats for name, spec in SPECS.items()}
HOUSE_RULES: dict[str, HouseRules] = {name: spec.house_rules for name, spec in SPECS.items()}

# How many usually play, where nobody says.
USUAL_SEATS = 4

# How each kind of game is sent, in the order of their tags.
WIRE_FORMATS: tuple[WireFormat, ...] = tuple(
    wire for _, wire in sorted({spec.kind: spec.wire for spec in SPECS.values()}.items())
)


def spec_of(name: str) -> GameSpec:
    """The specification of the game of this name."""
    if name not in GAMES:
        raise BadOptions("options.game", name=name, known=GAMES)
    return SPECS[name]


@overload
def game(
    name: Literal["ascenseur-52", "ascenseur-32"],
    *,
    seats: int,
    **options: Unpack[AscenseurKeywords],
) -> Ascenseur: ...
@overload
def game(name: Literal["auf-ab"], *, seats: int, **options: Unpack[AufAbKeywords]) -> AufAb: ...
@overload
def game(name: Literal["dnpup"], *, seats: int, **options: Unpack[DnpupKeywords]) -> Dnpup: ...
@overload
def game(name: str, *, seats: int) -> Game: ...
def game(name: str, *, seats: int, **options: object) -> Game:
    """The game of this name for this number of seats. Further keywords are options."""
    return make_game(name, seats, options)


def make_game(name: str, seats: int, options: OptionsByName) -> Game:
    """The same with options as data, from a record or a form."""
    check_kind(options, dict, "argument.options")
    return spec_of(name).make(name, seats, options)


def house_rules(name: str, house: str) -> OptionsByName:
    """The options that a name of house rules stands for."""
    if house not in HOUSE_RULES[name]:
        raise BadOptions("options.house", name=house, game=name, known=tuple(HOUSE_RULES[name]))
    return HOUSE_RULES[name][house]


def game_of(setup: Setup) -> Game:
    """The game behind a state's or a view's setup."""
    check_kind(setup, SetupBase, "argument.setup")
    return SPECS[setup.name].of_setup(setup)


@overload
def worlds(view: AscenseurView, rng: random.Random) -> AscenseurState: ...
@overload
def worlds(view: AufAbView, rng: random.Random) -> AufAbState: ...
@overload
def worlds(view: DnpupView, rng: random.Random) -> DnpupState: ...
@overload
def worlds(view: View, rng: random.Random) -> State: ...
def worlds(view: View, rng: random.Random) -> State:
    """Draw a state uniformly from all that the view allows.

    All ways in which the cards not yet seen can lie are equally likely. In dnpup, two like cards
    are two cards (decision record 3).
    """
    # Asking whether it is a `View` would cost as much as a small world.
    check_kind(view, ViewBase, "worlds.view")
    return game_of(view.setup).world(view, rng)
