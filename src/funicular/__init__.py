"""Funicular: a card table for four games that go up and down.

>>> import random, funicular
>>> game = funicular.game("ascenseur-52", seats=4)
>>> state = game.deal(random.Random(7), dealer=0, cards=5)
>>> state.to_act
(1,)
"""

import importlib
from types import ModuleType

from funicular.bots.bot import Bot
from funicular.bots.evaluation import Evaluation, MoveEvaluation, evaluate
from funicular.bots.habits import Habits, habits
from funicular.bots.levels import bot
from funicular.core.card import Card
from funicular.core.errors import (
    BadDeal,
    BadOptions,
    BadRecord,
    BadSeat,
    BadText,
    FunicularError,
    IllegalMove,
    MissingPackage,
    UnknownBot,
)
from funicular.core.game import Event, Game, Move, State, View
from funicular.core.match import Match, MatchPosition
from funicular.core.record import Record, record_of
from funicular.core.score_sheet import match_text, score_sheet
from funicular.games.records import read_record
from funicular.games.registry import GAMES, game, game_of, make_game, worlds
from funicular.lang import Reader, languages
from funicular.native import COMPILED
from funicular.review.hint import Hint, hint
from funicular.review.match_review import MatchReview, ReviewedDecision, review

__version__ = "0.1.0"

__all__ = [
    "COMPILED",
    "GAMES",
    "BadDeal",
    "BadOptions",
    "BadRecord",
    "BadSeat",
    "BadText",
    "Bot",
    "Card",
    "Evaluation",
    "Event",
    "FunicularError",
    "Game",
    "Habits",
    "Hint",
    "IllegalMove",
    "Match",
    "MatchPosition",
    "MatchReview",
    "MissingPackage",
    "Move",
    "MoveEvaluation",
    "Reader",
    "Record",
    "ReviewedDecision",
    "State",
    "UnknownBot",
    "View",
    "bot",
    "evaluate",
    "game",
    "game_of",
    "habits",
    "hint",
    "languages",
    "make_game",
    "match_text",
    "read_record",
    "record_of",
    "review",
    "score_sheet",
    "worlds",
]


def __getattr__(name: str) -> ModuleType:
    """Let parts be there that not everybody loads: the network's, and those that need NumPy."""
    if name in {"client", "envs"}:
        return importlib.import_module(f"funicular.{name}")
    message = f"module 'funicular' has no attribute '{name}'"
    raise AttributeError(message)
