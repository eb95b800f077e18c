"""The games by name: what makes them, how many may play, which house rules have a name.

`CONTRIBUTING.md` has the recipe for a new one.
"""

from __future__ import annotations

from typing import Any

from funicular.core.errors import BadOptions
from funicular.core.game import Game, Setup
from funicular.games.ascenseur.game import Ascenseur
from funicular.games.ascenseur.options import HOUSE_RULES as ASCENSEUR_HOUSE_RULES
from funicular.games.ascenseur.options import PRESETS
from funicular.games.auf_ab.game import AufAb
from funicular.games.auf_ab.options import SEATS as AUF_AB_SEATS
from funicular.games.dnpup.game import Dnpup
from funicular.games.dnpup.options import SEATS as DNPUP_SEATS

_KINDS: dict[str, Any] = {
    "auf-ab": AufAb,
    "dnpup": Dnpup,
    "ascenseur-52": Ascenseur,
    "ascenseur-32": Ascenseur,
}
GAMES = tuple(_KINDS)

# How many may sit down, by game.
SEATS: dict[str, range] = {
    "auf-ab": AUF_AB_SEATS,
    "dnpup": DNPUP_SEATS,
    **{name: preset.seats for name, preset in PRESETS.items()},
}

# Options that go together, by the name people know them by. Any game may have some.
HOUSE_RULES: dict[str, dict[str, dict[str, Any]]] = {
    "auf-ab": {},
    "dnpup": {},
    "ascenseur-52": ASCENSEUR_HOUSE_RULES,
    "ascenseur-32": ASCENSEUR_HOUSE_RULES,
}


def game(name: str, *, seats: int, **options: Any) -> Game:  # noqa: ANN401 - make_game checks
    """The game of this name for so many seats. Further keywords are options."""
    return make_game(name, seats, options)


def make_game(name: str, seats: int, options: dict[str, Any]) -> Game:
    """The same with options as data, from a record or a form."""
    if name not in GAMES:
        raise BadOptions("options.game", name=name, known=GAMES)
    made: Game = _KINDS[name].of(name, seats, options)
    return made


def house_rules(name: str, house: str) -> dict[str, Any]:
    """The options that a name of house rules stands for."""
    if house not in HOUSE_RULES[name]:
        raise BadOptions("options.house", name=house, game=name, known=tuple(HOUSE_RULES[name]))
    return HOUSE_RULES[name][house]


def game_of(setup: Setup) -> Game:
    """The game behind a state's or a view's setup."""
    made: Game = _KINDS[setup.name](setup)
    return made
