"""When a bot plays: late enough for people to follow, and never so that the moment tells its cards.

Every event says how long the table rests for it, a finished trick longer than a card; a bot waits
until all that happened before its turn has been seen.

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
from funicular.core.game import Event, View
from funicular.native import COMPILED
from funicular.table.wire import PACES, Pace

# The least and the most time before a bot's move, in seconds at the normal pace. The most is for a
# server that reads many moves at once, made while it was away.
LEAST_REST = 0.9
MOST_REST = 5.0

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
    """How long to wait after these events, which happened together, until people have seen them."""
    rest = 0
    for event in events:
        rest += event.pause.before + event.pause.after
    return PACES[pace] * min(max(LEAST_REST, rest / 1000), MOST_REST)


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
