"""What earlier deals say of the others: `habits`, for `evaluate` to begin from.

Each seat is a mixture of types of players (`player_types`). What it did in deals that are over
makes some of them likelier. Only views go in, so nothing is used that the seat whose views they are
did not know; and a part of the prior stays, since players change their minds and types are rough.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import isfinite

from msgspec import Struct

from funicular.bots.plausible_worlds import OthersModel, WorldWalk
from funicular.bots.player_types import PLAYER_TYPES, PRIOR, TypeShares
from funicular.core.arguments import check_generator, check_kind
from funicular.core.errors import BadOptions, shown
from funicular.core.game import View
from funicular.core.game_base import ViewBase

# Plausible worlds of a deal over which a seat's type is averaged: at the end of a deal little is
# left to guess.
WORLDS = 8
# The share of the prior that no number of deals takes away.
KEPT = 0.1


class Habits(Struct, frozen=True):
    """For each seat the share of each type of players, in the order of `PLAYER_TYPES`."""

    shares: tuple[TypeShares, ...]

    def __post_init__(self) -> None:
        """Refuse what are no shares."""
        for row in self.shares:
            sound = len(row) == len(PLAYER_TYPES) and all(isfinite(each) for each in row)
            if not sound or min(row) < 0 or abs(sum(row) - 1) > 1e-6:
                raise BadOptions("evaluation.habits", given=shown(row))


def habits(views: Sequence[View], rng: random.Random) -> Habits:
    """What a seat's views of earlier deals, each at its end, say of the others."""
    check_generator(rng)
    shares: tuple[TypeShares, ...] = ()
    for view in views:
        check_kind(view, ViewBase, "evaluation.view")
        if len(shares) not in (0, view.setup.seats):
            raise BadOptions("evaluation.habits", given=shown(view))
        shares = shares or (PRIOR,) * view.setup.seats
        walk = WorldWalk(view, rng, others=OthersModel(habits=shares))
        found = [walk.next().types for _ in range(WORLDS)]
        shares = tuple(
            before if view.seat == seat else _mean([types[seat] for types in found if types])
            for seat, before in enumerate(shares)
        )
    return Habits(tuple(_mixed_with_prior(each) for each in shares))


def _mean(rows: Sequence[TypeShares]) -> TypeShares:
    if not rows:
        return PRIOR
    return tuple([sum(column) / len(rows) for column in zip(*rows, strict=True)])


def _mixed_with_prior(shares: TypeShares) -> TypeShares:
    return tuple(
        [(1 - KEPT) * each + KEPT * usual for each, usual in zip(shares, PRIOR, strict=True)]
    )
