"""The scenes of Auf & Ab in the gallery."""

# ruff: noqa: INP001 - a script, not a part of any package.
from __future__ import annotations

from typing import Any

from fixtures import Scene, found, played

GAME = "auf-ab"


def scenes() -> list[Scene]:
    """A lead, a trick in each direction, and a deal that is over."""
    return [
        Scene("lead", GAME, 4, 1, (), found(GAME, 4, lambda s: s.to_act == (0,) and not s.history)),
        Scene("follow", GAME, 3, 1, (), found(GAME, 3, lambda s: follows(s, "rising"))),
        Scene("falling", GAME, 4, 2, (), found(GAME, 4, lambda s: follows(s, "falling"))),
        Scene("over", GAME, 3, 2, (), played(GAME, 3, 4, lambda _: False)),
    ]


def follows(state: Any, direction: str) -> bool:  # noqa: ANN401
    """Seat 0 follows in this direction and could lay something."""
    public = state.view(0).public
    return (
        0 in state.to_act
        and public.direction == direction
        and len(public.trick) > 1
        and len(state.legal_moves(0)) > 3
        and len(state.hand(0)) > 6
    )
