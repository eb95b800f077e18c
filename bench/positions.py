"""The same positions on both sides: deals of Oh Hell played at random up to some decision."""

from __future__ import annotations

import random
from typing import Any, Literal

from msgspec import Struct

from bench.oh_hell import SEATS, game_here, game_there, state_there
from funicular.games.ascenseur.state import State
from funicular.games.ascenseur.view import View

Phase = Literal["bidding", "play"]


class Position(Struct, frozen=True):
    """A decision with at least two legal moves: what its seat sees, and the truth on both sides."""

    seat: int
    view: View
    state: State
    there: Any


def positions(cards: int, number: int, phase: Phase) -> list[Position]:
    """So many positions in hands of this size, each of a deal of its own; always the same ones."""
    found: list[Position] = []
    seed = 0
    while len(found) < number:
        found += _position(cards, phase, random.Random(f"{cards} {phase} {seed}"))
        seed += 1
    return found


def _position(cards: int, phase: Phase, rng: random.Random) -> list[Position]:
    """One, or none if there is nothing to decide where this deal was stopped."""
    # Between the first lead and the last trick, which plays itself.
    moves = rng.randrange(SEATS) if phase == "bidding" else rng.randrange(SEATS, SEATS * cards)
    state = game_here().deal(rng, dealer=rng.randrange(SEATS), cards=cards)
    for _ in range(moves):
        (seat,) = state.to_act
        state = state.play(seat, rng.choice(state.legal_moves(seat)))
    (seat,) = state.to_act
    if len(state.legal_moves(seat)) < 2:
        return []
    return [Position(seat, state.view(seat), state, state_there(game_there(), state))]
