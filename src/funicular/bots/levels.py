"""The levels a person can choose from: random, beginner, casual, strong, expert.

The first three play by a policy of each game (`bots/GAME/policies.py`). The other two search:
`strong` with a budget that lets it answer at once, `expert` with eight times as much. A budget may
be named: `strong@1s` takes a second, `strong@5000` plays 5,000 playouts. No bot waits to seem
human: the table sets the pace.
"""

from __future__ import annotations

import random
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from funicular.bots.bot import Bot
from funicular.bots.budget import Budget, read_budget
from funicular.bots.engine import think
from funicular.bots.registry import BOTS, POLICIES
from funicular.bots.spec import Policy
from funicular.core.arguments import check_generator, check_kind
from funicular.core.errors import IllegalMove, UnknownBot
from funicular.core.game import Move, View
from funicular.core.game_base import ViewBase


class Level(Struct, frozen=True):
    """A bot that plays every game, by the policy its level has for it."""

    name: str
    policies: dict[str, Policy[View]]

    def choose(self, view: View, rng: random.Random) -> Move:
        """Choose by the policy for this view's game; a forced move needs none."""
        moves = _moves(view, rng)
        return moves[0] if len(moves) == 1 else self.policies[view.setup.name](view, rng)


class Searcher(Struct, frozen=True):
    """A bot that plays every game by search, within a budget."""

    name: str
    # Without a budget: how many times the usual one of `strong` in the game.
    factor: int
    budget: Budget | None = None

    def choose(self, view: View, rng: random.Random) -> Move:
        """Choose by search; a forced move needs none, nor does a position that is solved."""
        moves = _moves(view, rng)
        if len(moves) == 1:
            return moves[0]
        solved = BOTS[view.setup.name].solve(view)
        return solved or think(view, rng, self.budget, self.factor)


def _moves(view: View, rng: random.Random) -> tuple[Move, ...]:
    check_kind(view, ViewBase, "bot.view")
    check_generator(rng)
    moves = view.legal_moves()
    if not moves:
        raise IllegalMove("bot.not-its-turn")
    return moves


SEARCHERS = {each.name: each for each in (Searcher("strong", 1), Searcher("expert", 8))}
LEVELS: dict[str, Bot] = {
    **{name: Level(name, policies) for name, policies in POLICIES.items()},
    **SEARCHERS,
}


def bot(name: str) -> Bot:
    """The bot of this level, perhaps with a budget: `casual`, `strong`, `strong@20ms`."""
    level, at, text = str(name).partition("@")
    if level not in tuple(LEVELS):
        raise UnknownBot("bot.unknown", name=level, known=tuple(LEVELS))
    if not at:
        return LEVELS[level]
    if level not in SEARCHERS:
        raise UnknownBot("bot.no-budget", name=name, level=level, known=tuple(SEARCHERS))
    return replace(SEARCHERS[level], name=name, budget=read_budget(name, text))


@lru_cache(maxsize=256)
def level_of(name: str) -> str:
    """The level of a bot of this name, without its budget: what people know it by."""
    return name.partition("@")[0]
