"""Random play: states at any depth of any deal, and whole matches, from a seed.

Hypothesis draws the seed and the number of moves, so a failing example shrinks to a short walk.
"""

import random
from typing import Any

from hypothesis import strategies as st

from funicular.core.game import Game, Move, State
from funicular.core.match import Match
from tests.kit.variants import Variant

# The states of a deal from its beginning, one a move.
Path = list[State]

MOST_MOVES = 60

seeds = st.integers(0, 2**32 - 1)


def begin(game: Game, rng: random.Random) -> State:
    """A deal by any dealer and of any size that the game knows."""
    if not game.schedule:
        return game.deal(rng)
    return game.deal(rng, dealer=rng.randrange(game.seats), cards=rng.choice(game.schedule))


def random_step(state: State, rng: random.Random) -> tuple[int, Move]:
    """Somebody whose turn it is, and any legal move."""
    seat = rng.choice(state.to_act)
    return seat, rng.choice(state.legal_moves(seat))


def walk(state: State, rng: random.Random, moves: int | None = None) -> Path:
    """The deal from here, for so many random moves or to its end."""
    path = [state]
    while state.to_act and (moves is None or len(path) <= moves):
        state = state.play(*random_step(state, rng))
        path.append(state)
    return path


@st.composite
def paths(draw: st.DrawFn, variant: Variant, most: int = MOST_MOVES) -> Path:
    """The beginning of a deal of this variant, up to any depth."""
    rng = random.Random(draw(seeds))
    return walk(begin(variant.game, rng), rng, draw(st.integers(0, most)))


@st.composite
def finished(draw: st.DrawFn, variant: Variant) -> Path:
    """A whole deal of this variant."""
    rng = random.Random(draw(seeds))
    return walk(begin(variant.game, rng), rng)


def play_match(match: Match, rng: random.Random, moves: int) -> Match:
    """The match after so many more random moves, or at its end."""
    while not match.over and moves >= 0:
        if not match.under_way:
            match = match.deal(rng)
            continue
        state: Any = match.state
        match = match.play(*random_step(state, rng))
        moves -= 1
    return match


@st.composite
def matches(draw: st.DrawFn, variant: Variant) -> Match:
    """A match of this variant, at any point."""
    rng = random.Random(draw(seeds))
    return play_match(variant.game.match(), rng, draw(st.integers(-1, 200)))
