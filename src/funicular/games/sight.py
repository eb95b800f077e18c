"""What a seat sees, as it is written to a browser or to a program from outside."""

from __future__ import annotations

from funicular.core.game import View
from funicular.games.registry import spec_of
from funicular.games.wire import Sight


def sight(view: View, *, history: bool = True) -> Sight:
    """What this view shows of a deal under way, in the words of the protocol.

    The history can be left out: it takes as long as the deal has lasted.
    """
    return spec_of(view.setup.name).wire.sight(view, history=history)
