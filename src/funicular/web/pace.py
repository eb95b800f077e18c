"""How long a bot waits before it plays, so that people can follow; the bots themselves never wait.

After something that people look at, a finished trick or a beaten meld, it lies there for a while.
"""

from __future__ import annotations

from funicular.core.game import Event
from funicular.table.shown import Pace

# Seconds before a bot's move, and how much longer a thing worth a look lies there.
STEP: dict[Pace, float] = {"instant": 0.0, "quick": 0.35, "normal": 0.9, "calm": 1.6}
LINGER: dict[Pace, float] = {"instant": 0.0, "quick": 0.7, "normal": 1.5, "calm": 2.5}
# Events by their tag on the wire.
WORTH_A_LOOK = frozenset({"dealt", "bids", "trick", "beaten"})


def wait_after(pace: Pace, events: tuple[Event, ...]) -> float:
    """How long to wait after these events, which happened together."""
    tags = {getattr(event, "__struct_config__").tag for event in events}  # noqa: B009 - events are protocols here, structs in truth
    return STEP[pace] + (LINGER[pace] if tags & WORTH_A_LOOK else 0.0)
