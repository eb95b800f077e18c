"""The levels a person can choose from, and which judgement each uses in which game."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from funicular.bots import ascenseur, auf_ab, dnpup
from funicular.bots.bot import Bot
from funicular.core.errors import IllegalMove, UnknownBot
from funicular.core.game import Move, View

# A judgement of one game: a view of that game in, a move out.
Judgement = Callable[[Any, random.Random], Move]


def any_legal_move(view: View, rng: random.Random) -> Move:
    """Choose blindly among the legal moves: for tests, and as the foot of the scale."""
    return rng.choice(view.legal_moves())


class Level(Struct, frozen=True):
    """A bot that plays every game, by the judgement its level has for it."""

    name: str
    judgements: dict[str, Judgement]

    def choose(self, view: View, rng: random.Random) -> Move:
        """Choose by the judgement for this view's game; a forced move needs none."""
        moves = view.legal_moves()
        if not moves:
            raise IllegalMove("bot.not-its-turn")
        if len(moves) == 1:
            return moves[0]
        return self.judgements[view.setup.name](view, rng)


def _level(name: str, auf_ab: Judgement, dnpup: Judgement, ascenseur: Judgement) -> Level:
    return Level(
        name,
        {
            "auf-ab": auf_ab,
            "dnpup": dnpup,
            "ascenseur-52": ascenseur,
            "ascenseur-32": ascenseur,
        },
    )


LEVELS: dict[str, Level] = {
    level.name: level
    for level in (
        _level("random", any_legal_move, any_legal_move, any_legal_move),
        _level("beginner", auf_ab.beginner, dnpup.beginner, ascenseur.beginner),
        _level("casual", auf_ab.casual, dnpup.casual, ascenseur.casual),
    )
}


def bot(level: str) -> Bot:
    """The bot of this level."""
    if level not in tuple(LEVELS):
        raise UnknownBot("bot.unknown", name=level, known=tuple(LEVELS))
    return LEVELS[level]
