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

from funicular.core.game import Event, View
from funicular.native import COMPILED
from funicular.table.wire import Pace

# Seconds before a bot's move, and how much longer a thing worth a look lies there.
STEP: dict[Pace, float] = {"instant": 0.0, "quick": 0.35, "normal": 0.9, "calm": 1.6}
LINGER: dict[Pace, float] = {"instant": 0.0, "quick": 0.7, "normal": 1.5, "calm": 2.5}
# Events by their tag on the wire.
WORTH_A_LOOK = frozenset({"dealt", "bids", "trick", "beaten"})

# Seconds that a search takes at the most for each card that is to be played, with the kernels, and
# a third more; dnpup's does not become shorter with the hands. Measured on two busy cores.
SECONDS_A_CARD = {
    "auf-ab": {"strong": 0.1, "expert": 0.3},
    "dnpup": {"strong": 0.04, "expert": 0.15},
    "ascenseur-52": {"strong": 0.05, "expert": 0.12},
    "ascenseur-32": {"strong": 0.05, "expert": 0.12},
}
DNPUP_CARDS = 13
# Nobody is kept waiting for longer; a search that would need more has this time, less a margin.
LONGEST_SECONDS = {"strong": 0.9, "expert": 2.4}
MARGIN_SECONDS = 0.1
# The same for the levels that only judge, and for the last cards of a hand.
LEAST_SECONDS = 0.15
# Who thinks for longer than the pause plays at the next multiple of this.
LATE_SECONDS = 0.5
# Bots whose turn began together, as with sealed bids, play one after the other, in order of seats.
APART_SECONDS = 0.002


def wait_after(pace: Pace, events: tuple[Event, ...]) -> float:
    """How long to wait after these events, which happened together."""
    tags = {getattr(event, "__struct_config__").tag for event in events}  # noqa: B009 - events are protocols here, structs in truth
    return STEP[pace] + (LINGER[pace] if tags & WORTH_A_LOOK else 0.0)


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
    name = view.setup.name
    match name:
        case "auf-ab":
            cards: int = max(view.public.left)  # type: ignore[attr-defined]  # of its own game
        case "dnpup":
            cards = DNPUP_CARDS
        case _:
            cards = len(view.hand)
    return max(LEAST_SECONDS, cards * SECONDS_A_CARD[name].get(level, 0.0))


def due_at(planned: float, now: float) -> float:
    """When a bot plays that was to play at `planned` and has thought until now."""
    late = max(0.0, now - planned)
    return planned + LATE_SECONDS * math.ceil(late / LATE_SECONDS)
