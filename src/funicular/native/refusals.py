"""What the compiled kernels refuse, as errors of the one family.

The kernels check every argument at their border (`native/bindings/*_checks.hpp`) and call `refuse`
with the reason. So nothing that is given to them ends the process, and what is wrong is said in a
sentence of the catalogue.
"""

from __future__ import annotations

from typing import NoReturn

from funicular.core.errors import BadDeal, BadOptions, FunicularError, IllegalMove, shown

REASONS: dict[str, tuple[type[FunicularError], str]] = {
    "rules": (BadOptions, "native.rules"),
    "hand-size": (BadDeal, "native.hand-size"),
    "position": (BadDeal, "native.position"),
    "turn": (IllegalMove, "bot.not-its-turn"),
    "bidding": (IllegalMove, "native.bidding"),
    "unsolved": (BadDeal, "native.unsolved"),
    "seed": (BadOptions, "native.seed"),
    "count": (BadOptions, "native.count"),
    "budget": (BadOptions, "native.budget"),
    "playouts": (BadOptions, "native.playouts"),
    "seconds": (BadOptions, "native.seconds"),
    "limit": (BadOptions, "evaluation.limit"),
    "evaluation-worlds": (BadOptions, "evaluation.worlds"),
    "objective": (BadOptions, "native.objective"),
    "model": (BadOptions, "native.model"),
    "habits": (BadOptions, "native.habits"),
    "arrays": (BadOptions, "native.arrays"),
    "candidates": (BadOptions, "native.candidates"),
    "weights": (BadOptions, "native.weights"),
}


def refuse(reason: str, *, given: object = None, most: float = 0) -> NoReturn:
    """Raise the error for a reason that the kernels give."""
    error, key = REASONS[reason]
    raise error(key, given=shown(given), n=round(most))
