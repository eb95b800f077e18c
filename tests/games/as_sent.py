"""A deal as it is sent to a seat, without a table around it."""

from __future__ import annotations

from funicular.core.game import State
from funicular.games.registry import spec_of
from funicular.table.wire import AnyDeal


def as_sent(state: State, seat: int | None = 0) -> AnyDeal:
    """The deal as the wire shows it to this seat."""
    view, wire = state.view(seat), spec_of(state.setup.name).wire
    return wire.deal(
        number=1,
        to_act=state.to_act,
        legal=tuple(map(str, view.legal_moves())),
        turn=1,
        before=0,
        sight=wire.sight(view, history=True),
        told=(),
    )
