"""The moves of a deal as a chain, last first: adding one costs the same however long it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from funicular.core.remember_last import remember_last

# None, or (the chain before, seat, move): a recursive type that the checker cannot spell.
Chain = Any


def chained(history: Iterable[tuple[int, Any]]) -> Chain:
    """The chain of these moves."""
    chain: Chain = None
    for seat, move in history:
        chain = (chain, seat, move)
    return chain


@remember_last
def unchained(chain: Chain) -> tuple[tuple[int, Any], ...]:
    """The moves of a chain, first to last."""
    moves = []
    while chain is not None:
        chain, seat, move = chain
        moves.append((seat, move))
    return tuple(reversed(moves))
