"""The scenes of dnpup in the gallery."""

# ruff: noqa: INP001 - a script, not a part of any package.
from __future__ import annotations

from typing import Any

from fixtures import Scene, Stop, played

GAME = "dnpup"


def scenes() -> list[Scene]:
    """Three players, five, two with two zones each, and a deal that is over."""
    return [
        Scene("three", GAME, 3, 1, (), played(GAME, 3, 2, melds(2))),
        Scene("five", GAME, 5, 1, (), played(GAME, 5, 7, melds(3))),
        Scene("two", GAME, 2, 1, (), played(GAME, 2, 3, melds(3))),
        Scene("over", GAME, 4, 1, (), played(GAME, 4, 3, lambda _: False)),
    ]


def melds(least: int) -> Stop:
    """Seat 0 is to move and so many melds lie on the table."""

    def stop(state: Any) -> bool:  # noqa: ANN401
        lying = [meld for meld in state.view(0).public.melds if meld]
        return 0 in state.to_act and len(lying) >= least and len(state.hand(0)) > 3

    return stop
