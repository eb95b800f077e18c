"""When a bot plays: late enough for people to follow, and never so that the moment tells its cards.

After something that people look at, a finished trick or a beaten meld, it lies there for a while.

How long a bot thinks depends on how many moves it has: a forced one takes none, a choice a second.
So no bot plays when it has thought. It plays a fixed time after its turn began, its pause, which
follows from what everybody knows (the game, its level, how many of its cards are left) and is
longer than it thinks. Where a search would take longer than people like to wait, it is bounded in
time instead. Should it have thought for longer all the same, on a busy machine, it waits for the
next full step.
"""

from __future__ import annotations

import math

from funicular.bots.registry import BOTS
from funicular.core.game import Event, Pause, View
from funicular.native import COMPILED
from funicular.table.wire import Pace

# Seconds before a bot's move, and how much longer a thing worth a look lies there.
STEP: dict[Pace, float] = {"instant": 0.0, "quick": 0.35, "normal": 0.9, "calm": 1.6}
LINGER: dict[Pace, float] = {"instant": 0.0, "quick": 0.7, "normal": 1.5, "calm": 2.5}
# The events after which it lingers. The end of a deal needs none: nobody plays on.
LINGERS: tuple[Pause | None, ...] = ("deal", "table")

# Nobody is kept waiting for longer; a search that would need more has this time, less a margin.
LONGEST_SECONDS = {"strong": 0.9, "expert": 2.4}
MARGIN_SECONDS = 0.1
# The same for the levels that play by a policy, and for the last cards of a hand.
LEAST_SECONDS = 0.15
# A bot that thinks for longer than the pause plays at the next multiple of this.
LATE_SECONDS = 0.5
# Bots whose turn began together, as with sealed bids, play one after the other, in order of seats.
APART_SECONDS = 0.002


def wait_after(pace: Pace, events: tuple[Event, ...]) -> float:
    """How long to wait after these events, which happened together."""
    lingers = any(event.pause in LINGERS for event in events)
    return STEP[pace] + (LINGER[pace] if lingers else 0.0)


def pause_of(level: str, view: View) -> float:
    """How many seconds after the beginning of its turn a bot of this level plays.

    It depends on what all can see and on nothing else: of the hands, how many cards they have.
    """
    return min(_needed(level, view), LONGEST_SECONDS.get(level, LEAST_SECONDS))


def within_pause(level: str, view: View) -> str:
    """The bot of this level, with a budget of time where it would think for longer than its pause.

    In pure Python it always has one: how long a search takes there was not measured.
    """
    longest = LONGEST_SECONDS.get(level)
    if longest is None or (COMPILED and _needed(level, view) <= longest):
        return level
    seconds = pause_of(level, view) - MARGIN_SECONDS
    return f"{level}@{int(1000 * seconds)}ms"


def _needed(level: str, view: View) -> float:
    bots = BOTS[view.setup.name]
    return max(LEAST_SECONDS, bots.cards_to_play(view) * bots.seconds_a_card.get(level, 0.0))


def due_at(planned: float, now: float) -> float:
    """When a bot plays that was to play at `planned` and has thought until now."""
    late = max(0.0, now - planned)
    return planned + LATE_SECONDS * math.ceil(late / LATE_SECONDS)
