"""Random deals of a batch, followed move for move in Python.

Every row of every array is compared with what the rules in Python say of the same table: who is to
act, the legal moves in their order, the mask, the observation, and at the end the points.
"""

from __future__ import annotations

import numpy as np

from funicular.core.game import State
from funicular.envs import Batch
from tests.kit import Variant

TABLES = 16


def compare(variant: Variant, deals: int, seed: int) -> int:
    """Follow so many deals; the moves that were compared. A difference is an AssertionError."""
    game, rng = variant.game, np.random.default_rng(seed)
    batch = Batch(game, tables=TABLES, seed=seed, threads=1 + seed % 3)
    states = [batch.state(row) for row in range(TABLES)]
    moves = ended = 0
    while ended < deals:
        for row, state in enumerate(states):
            compare_row(batch, row, state)
        starts, lengths = batch.offsets[:-1], np.diff(batch.offsets)
        chosen = batch.legal[starts + (rng.random(TABLES) * lengths).astype(int)].tolist()
        batch.step(chosen)
        for row, action in enumerate(chosen):
            state = states[row]
            state = state.play(state.to_act[0], game.actions.move(action))
            assert batch.done[row] == (not state.to_act)
            assert batch.void[row] == state.void
            assert tuple(batch.reward[row]) == (state.points or (0,) * game.seats)
            ended += not state.to_act
            states[row] = state if state.to_act else batch.state(row)
        moves += TABLES
    # The deals as the batch tells them are those that were followed.
    assert states == [batch.state(row) for row in range(TABLES)]
    return moves


def compare_row(batch: Batch, row: int, state: State) -> None:
    """One table against its state."""
    seat = state.to_act[0]
    view = state.view(seat)
    numbers = [batch.game.actions.index(move) for move in state.legal_moves(seat)]
    assert batch.to_act[row] == seat
    assert batch.legal[batch.offsets[row] : batch.offsets[row + 1]].tolist() == numbers
    assert batch.mask[row].tobytes() == view.legal_mask().tobytes()
    assert batch.obs[row].tobytes() == view.tensor().tobytes()
