"""Which written judgement plays which game at which level: no search in any of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from funicular.bots import ascenseur, auf_ab, dnpup
from funicular.core.game import Move, View

# A judgement of one game: a view of that game in, a move out.
Judgement = Callable[[Any, random.Random], Move]
ByGame = dict[str, Judgement]


def any_legal_move(view: View, rng: random.Random) -> Move:
    """Choose blindly among the legal moves: for tests, and as the foot of the scale."""
    return rng.choice(view.legal_moves())


def _by_game(auf_ab: Judgement, dnpup: Judgement, ascenseur: Judgement) -> ByGame:
    return {
        "auf-ab": auf_ab,
        "dnpup": dnpup,
        "ascenseur-52": ascenseur,
        "ascenseur-32": ascenseur,
    }


RANDOM = _by_game(any_legal_move, any_legal_move, any_legal_move)
BEGINNER = _by_game(auf_ab.beginner, dnpup.beginner, ascenseur.beginner)
CASUAL = _by_game(auf_ab.casual, dnpup.casual, ascenseur.casual)

# The legal moves as `casual` ranks them, its own choice first.
RANKINGS: dict[str, Callable[[Any, random.Random], Sequence[Move]]] = {
    "auf-ab": auf_ab.ranking,
    "dnpup": dnpup.ranking,
    "ascenseur-52": ascenseur.ranking,
    "ascenseur-32": ascenseur.ranking,
}
