"""Worlds as often as the others' choices make them plausible, in pure Python and for any game.

`Game.world` draws any world that a view allows, each as likely as any other. But players choose: a
world in which what they did made sense is likelier than one in which it did not. So a uniform
world is proposed, and it takes the place of the last one by chance, the sooner the better it
explains the others' moves (Metropolis). The kernels walk by smaller steps, to the same end.

How likely a choice is depends on who made it, which nobody knows: each other seat is a mixture of
types of players (`player_types`), unless the model says that all are like `casual`, or that their
choices tell nothing.

What others chose and the viewer has not seen, such as sealed bids, is chosen anew by the `casual`
policy.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from msgspec import Struct

from funicular.bots.player_types import TypeProducts, TypeShares, shares_of
from funicular.bots.registry import BOTS
from funicular.core.errors import IllegalMove
from funicular.core.game import State, View
from funicular.core.record import nothing
from funicular.games.registry import game_of
from funicular.native.evaluated import Model

# Proposals before the first world of a walk, and from one to the next.
PROPOSALS_BEFORE, PROPOSALS_BETWEEN = 8, 2


class OthersModel(Struct, frozen=True):
    """How worlds are weighed by what the others chose."""

    model: Model = "mixed"
    # The shares of the types for each seat; () is the prior.
    habits: tuple[TypeShares, ...] = ()


MIXED = OthersModel()


class ExplainedWorld(Struct, frozen=True):
    """A world, and how likely the others' choices are in it; None where they made none."""

    state: State
    # As a logarithm: hundreds of choices are less likely together than any float.
    likelihood: float | None
    # For each seat, how likely it is of which type if this is the world; () where none chose.
    types: tuple[TypeShares, ...] = ()


class WorldWalk:
    """One walk through the worlds of a view; independent of any other."""

    def __init__(
        self,
        view: View,
        rng: random.Random,
        between: Callable[[], object] = nothing,
        others: OthersModel = MIXED,
    ) -> None:
        """Begin nowhere: the first world is drawn when it is asked for.

        `between` is called before each move that is looked at, and may end the walk by raising.
        """
        self._view = view
        self._rng = rng
        self._between = between
        self._others = others
        self._here: ExplainedWorld | None = None

    def next_world(self) -> State:
        """The next world of the walk; any world where no choice tells anything."""
        return self.next().state

    def next(self) -> ExplainedWorld:
        """The same with what explains it."""
        here, proposals = self._here, PROPOSALS_BETWEEN
        if here is None or here.likelihood is None:
            here, proposals = self._propose(), PROPOSALS_BEFORE
        for _ in range(proposals if here.likelihood is not None else 0):
            there = self._propose()
            if _log_of(there) >= _log(self._rng.random()) + _log_of(here):
                here = there
        self._here = here
        return here

    def _propose(self) -> ExplainedWorld:
        return explained_world(self._view, self._rng, self._between, self._others)


def explained_world(
    view: View,
    rng: random.Random,
    between: Callable[[], object] = nothing,
    others: OthersModel = MIXED,
) -> ExplainedWorld:
    """A uniform world, and how likely it makes what the others did."""
    world = game_of(view.setup).world(view, rng)
    if others.model == "uniform" or all(seat == view.seat for seat, _ in world.history):
        return ExplainedWorld(world, None)
    try:
        return _explained(world, view, rng, between, others)
    except IllegalMove:
        # A position that was laid out rather than played has no choices to learn from.
        return ExplainedWorld(world, None)


def _explained(
    world: State,
    view: View,
    rng: random.Random,
    between: Callable[[], object],
    others: OthersModel,
) -> ExplainedWorld:
    bots = BOTS[view.setup.name]
    deal = world.deal
    state = game_of(view.setup).start(deal.hands, dealer=deal.dealer, upcard=deal.upcard)
    likelihood = 0.0
    seats = [TypeProducts(shares_of(others.habits, seat)) for seat in range(view.setup.seats)]
    shown = _shown(world, state)
    for made, (seat, move) in enumerate(world.history):
        between()
        if seat != view.seat and len(state.legal_moves(seat)) > 1:
            own = state.view(seat)
            if len(state.to_act) > 1 and made >= shown:
                # Others choose at the same time: perhaps the viewer has not seen this one.
                remade = state.play(seat, bots.casual(own, rng))
                if remade.view(view.seat) == state.play(seat, move).view(view.seat):
                    state = remade
                    continue
            if others.model == "casual":
                likelihood += _log(bots.likelihood(own, move))
            else:
                seats[seat].observe(bots.chances(own, move))
        state = state.play(seat, move)
    if others.model == "mixed":
        likelihood = sum(each.log_likelihood for each in seats)
    return ExplainedWorld(state, likelihood, tuple([each.posterior for each in seats]))


def _log_of(world: ExplainedWorld) -> float:
    return -math.inf if world.likelihood is None else world.likelihood


def _log(chance: float) -> float:
    return math.log(chance) if chance else -math.inf


def _shown(world: State, start: State) -> int:
    """How many moves of this world lie open to all: those up to the last that revealed others.

    Sealed bids are seen by everybody once the last one is made: they are no longer to be guessed.
    """
    shown = 0
    if len(start.to_act) > 1:
        for made, (seat, move) in enumerate(world.history, 1):
            start = start.play(seat, move)
            if start.reveals:
                shown = made
    return shown
