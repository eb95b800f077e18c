"""Following the compiled twin of Ascenseur move for move in Python."""

from __future__ import annotations

import random
from typing import cast

from funicular.games.ascenseur.cards import ALL_CARDS
from funicular.games.ascenseur.game import Ascenseur
from funicular.games.ascenseur.state import State
from funicular.native import _ascenseur
from funicular.native.numbers.ascenseur import code_of, deal_numbers, move_of
from tests.kit import Variant


def compare(variant: Variant, deals: int, seed: int) -> int:
    """Play so many random deals in the twin and make every move again here; returns the moves."""
    game = cast("Ascenseur", variant.game)
    rng = random.Random(f"{variant} {seed}")
    moves = 0
    for _ in range(deals):
        dealer, cards = rng.randrange(game.seats), rng.choice(game.schedule)
        deal = deal_numbers(game, cards, dealer)
        (hands, upcard), steps, points = _ascenseur.trace(deal, rng.getrandbits(64))
        turned = None if upcard < 0 else ALL_CARDS[upcard]
        state = State.begin(game.setup, tuple(hands), dealer, turned)
        for seat, legal, code in steps:
            assert seat in state.to_act
            assert [code_of(move) for move in state.legal_moves(seat)] == legal
            state = state.play(seat, move_of(code))
        assert state.points == tuple(points)
        moves += len(steps)
    return moves
