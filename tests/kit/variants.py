"""Every game that is registered, at every seat count and with every option: the laws run on all."""

from dataclasses import dataclass, field
from typing import Any

import funicular
from funicular.core.game import Game
from funicular.games.registry import SEATS


@dataclass(frozen=True)
class Variant:
    """A game, its seats and its options, by a name that a failing test can print."""

    game_name: str
    seats: int
    options: dict[str, Any] = field(default_factory=dict, hash=False)

    @property
    def game(self) -> Game:
        """The game itself."""
        return funicular.game(self.game_name, seats=self.seats, **self.options)

    def __str__(self) -> str:
        chosen = [f"{name}={value}" for name, value in self.options.items()]
        return " ".join([f"{self.game_name}:{self.seats}", *chosen])


# The games as their rule sheets have them.
_SHEETS = [Variant(name, seats) for name in funicular.GAMES for seats in SEATS[name]]

_OPTIONS: list[tuple[str, int, dict[str, Any]]] = [
    ("ascenseur-32", 3, {"bidding": "simultaneous"}),
    ("ascenseur-32", 4, {"bidding": "simultaneous", "schedule": [1, 2, 8]}),
    ("ascenseur-52", 5, {"bidding": "simultaneous", "peak": 3}),
    ("ascenseur-52", 3, {"hook": False, "peak": 4}),
    ("ascenseur-52", 4, {"schedule": "down-up", "peak": 5, "peak_repeats": 2}),
    ("ascenseur-52", 4, {"schedule": "up"}),
    ("ascenseur-32", 5, {"schedule": "down"}),
    ("ascenseur-32", 3, {"schedule": (3, 1, 2)}),
    ("ascenseur-32", 5, {"trumps_at_peak": "none"}),
    ("ascenseur-52", 3, {"trumps_at_peak": "none", "peak": 3}),
    ("ascenseur-52", 3, {"removed": ""}),
    ("ascenseur-52", 4, {"removed": "2S 2H AC"}),
    ("ascenseur-52", 3, {"deck": 32}),
    ("ascenseur-32", 5, {"deck": 52, "removed": ["2C", "2D"]}),
    ("ascenseur-52", 6, {"bonus": 10, "penalty": 0, "missed_scores_tricks": True}),
    ("ascenseur-32", 4, {"bonus": -3, "trick_points": 7, "penalty": -2}),
    ("auf-ab", 3, {"deals": 2}),
    ("auf-ab", 4, {"target": 20}),
    ("dnpup", 2, {"turn_cap": 12}),
    ("dnpup", 3, {"turn_cap": 25}),
    ("dnpup", 5, {"turn_cap": 40, "points_to_win": 2}),
]

VARIANTS = _SHEETS + [
    Variant(name, seats, options) for name, seats, options in _OPTIONS if name in funicular.GAMES
]

BY_GAME_AND_SEATS = [(variant.game_name, variant.seats) for variant in _SHEETS]
