"""A quick match: a table for whoever wants the same game, length and number of seats.

A waiting table is an ordinary table that is open to everybody, so it is in the log, outlives a
restart, and is listed by every server of its store. Nothing here knows a table that is not listed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from time import monotonic
from typing import Protocol

from funicular.core.errors import BadOptions
from funicular.core.game import Setup
from funicular.games.registry import make_game, spec_of
from funicular.live.messages import Listed, Matched, NewTable, Opened, QuickMatch

# Whoever opens a table is at it a moment later, and only then is it listed. Until then those who
# ask for the same are sent there too, so that two who press at once meet.
EXPECTED_SECONDS = 10.0
# Far more than can be opened in that time.
MOST_EXPECTED = 1000

MatchKey = tuple[str, int, str]


class OpensTables(Protocol):
    """The rooms, as a quick match needs them."""

    def listed(self) -> tuple[Listed, ...]:
        """The tables that everybody may find."""

    async def open(self, wish: NewTable) -> Opened:
        """Make a new table."""


class _Expected:
    """A table whose first player is on the way."""

    def __init__(self, opened: Opened, free: int, until: float) -> None:
        self.opened = opened
        self.free = free
        self.until = until


class QuickMatches:
    """Brings people together who want the same."""

    def __init__(self, rooms: OpensTables, now: Callable[[], float] = monotonic) -> None:
        """Begin with nobody waiting."""
        self._rooms = rooms
        self._now = now
        self._expected: dict[MatchKey, _Expected] = {}

    async def match(self, wish: QuickMatch) -> Matched:
        """A table to sit down at, or a new one where its first player has a seat already."""
        new = _new_table(wish)
        key = wish.game, wish.seats, wish.length
        # The one that wants the fewest players begins soonest.
        listed = self._rooms.listed()
        self._forget({each.id for each in listed})
        waiting = [each for each in listed if each.waiting and _key(each) == key]
        if waiting:
            best = min(waiting, key=lambda each: (each.free, each.id))
            return Matched(best.id, best.invite, None)
        expected = self._expected.get(key)
        if expected is not None and expected.free > 0:
            expected.free -= 1
            return Matched(expected.opened.table, expected.opened.invite, None)
        opened = await self._rooms.open(new)
        self._expected[key] = _Expected(opened, wish.seats - 1, self._now() + EXPECTED_SECONDS)
        return Matched(opened.table, opened.invite, opened.token)

    def _forget(self, there: set[str]) -> None:
        """Expect nobody any longer at the tables that are there, or should have been by now."""
        now = self._now()
        self._expected = {
            key: each
            for key, each in self._expected.items()
            if each.until > now and each.opened.table not in there
        }
        while len(self._expected) >= MOST_EXPECTED:
            del self._expected[next(iter(self._expected))]


def _key(listed: Listed) -> MatchKey:
    return listed.game, listed.seats, listed.length


def _new_table(wish: QuickMatch) -> NewTable:
    lengths = spec_of(wish.game).lengths
    if wish.length not in lengths:
        raise BadOptions("options.length", name=wish.length, known=tuple(lengths))
    return NewTable(
        game=wish.game,
        seats=wish.seats,
        name=wish.name,
        nonce=wish.nonce,
        lang=wish.lang,
        options=dict(lengths[wish.length].options),
        level=wish.level,
        open=True,
    )


@lru_cache(maxsize=1024)
def length_of(setup: Setup) -> str:
    """The name of the length that this game has; "" if it is none of them, or differs otherwise."""
    for name, length in spec_of(setup.name).lengths.items():
        if make_game(setup.name, setup.seats, length.options).setup == setup:
            return name
    return ""
