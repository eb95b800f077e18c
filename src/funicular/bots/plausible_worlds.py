"""Worlds as often as the others' choices make them plausible, in pure Python and for any game.

`Game.world` draws any world that a view allows, each as likely as any other. But players choose: a
world in which what they did made sense is likelier than one in which it did not. So a uniform
world is proposed, and it takes the place of the last one by chance, the sooner the better it
explains the others' moves (Metropolis). The kernels walk by smaller steps, to the same end.

What others chose and the viewer has not seen, such as sealed bids, is chosen anew by the `casual`
policy.
"""

from __future__ import annotations

import random

from msgspec import Struct

from funicular.bots.registry import BOTS
from funicular.core.errors import IllegalMove
from funicular.core.game import State, View
from funicular.games.registry import game_of

# Proposals before the first world of a walk, and from one to the next.
PROPOSALS_BEFORE, PROPOSALS_BETWEEN = 8, 2


class ExplainedWorld(Struct, frozen=True):
    """A world, and how likely the others' choices are in it; None where they made none."""

    state: State
    likelihood: float | None


class WorldWalk:
    """One walk through the worlds of a view; independent of any other."""

    def __init__(self, view: View, rng: random.Random) -> None:
        """Begin nowhere: the first world is drawn when it is asked for."""
        self._view = view
        self._rng = rng
        self._here: ExplainedWorld | None = None

    def next_world(self) -> State:
        """The next world of the walk; any world where no choice tells anything."""
        here, proposals = self._here, PROPOSALS_BETWEEN
        if here is None or here.likelihood is None:
            here, proposals = explained_world(self._view, self._rng), PROPOSALS_BEFORE
        for _ in range(proposals if here.likelihood is not None else 0):
            there = explained_world(self._view, self._rng)
            if (there.likelihood or 0.0) >= self._rng.random() * (here.likelihood or 0.0):
                here = there
        self._here = here
        return here.state


def explained_world(view: View, rng: random.Random) -> ExplainedWorld:
    """A uniform world, and how likely it makes what the others did."""
    world = game_of(view.setup).world(view, rng)
    if all(seat == view.seat for seat, _ in world.history):
        return ExplainedWorld(world, None)
    try:
        return _explained(world, view, rng)
    except IllegalMove:
        # A position that was laid out rather than played has no choices to learn from.
        return ExplainedWorld(world, None)


def _explained(world: State, view: View, rng: random.Random) -> ExplainedWorld:
    bots = BOTS[view.setup.name]
    deal = world.deal
    state = game_of(view.setup).start(deal.hands, dealer=deal.dealer, upcard=deal.upcard)
    likelihood = 1.0
    for seat, move in world.history:
        if seat != view.seat and len(state.legal_moves(seat)) > 1:
            own = state.view(seat)
            if len(state.to_act) > 1:
                # Others choose at the same time: perhaps the viewer has not seen this one.
                remade = state.play(seat, bots.casual(own, rng))
                if remade.view(view.seat) == state.play(seat, move).view(view.seat):
                    state = remade
                    continue
            likelihood *= bots.likelihood(own, move)
        state = state.play(seat, move)
    return ExplainedWorld(state, likelihood)
