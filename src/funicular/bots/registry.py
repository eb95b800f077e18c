"""The bots of every game: `BOTS` holds what `bots/GAME/spec.py` exports, by the name of the game.

A game's folder here has the same name as its folder in `games`, which cannot import it: the games
stand below the bots. So it is found by that name and needs no list of its own.
"""

from __future__ import annotations

import random
from importlib import import_module

from funicular.bots.spec import BotSpec, Policy
from funicular.core.game import Move, State, View
from funicular.games.registry import SPECS

# The bots of some game: they take values of that game, and are asked with no others.
AnyBots = BotSpec[View, Move, State]


def _bots(package: str) -> AnyBots:
    bots: AnyBots = import_module(f"funicular.bots.{package}.spec").BOTS
    return bots


BOTS: dict[str, AnyBots] = {name: _bots(spec.package) for name, spec in SPECS.items()}


def any_legal_move(view: View, rng: random.Random) -> Move:
    """Choose blindly among the legal moves: for tests, and as the foot of the scale."""
    return rng.choice(view.legal_moves())


# The policies of the levels that do not search, by level and game.
POLICIES: dict[str, dict[str, Policy[View]]] = {
    "random": dict.fromkeys(BOTS, any_legal_move),
    "beginner": {name: bots.beginner for name, bots in BOTS.items()},
    "casual": {name: bots.casual for name, bots in BOTS.items()},
}
