"""The puzzles that come with the package: a file a game, made by `python -m tools.puzzles`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Literal

from msgspec import Struct

from funicular.core.errors import BadOptions, shown
from funicular.core.wire import from_json
from funicular.games.registry import GAMES, spec_of
from funicular.review.puzzles.puzzle import GRADES, Puzzle

# What is asked on each day of the week, Monday first: a week begins gently.
GRADES_OF_A_WEEK = (1, 2, 2, 3, 3, 4, 5)


class Making(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a collection was made. The same again gives the same puzzles."""

    script: str
    seed: int
    # The deals of bots that were looked through, and how many puzzles of each grade were wanted.
    deals: int
    each: int
    players: str
    version: str


class Collection(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The puzzles of one game, as a file holds them."""

    format: Literal["funicular-puzzles"] = "funicular-puzzles"
    made: Making
    puzzles: tuple[Puzzle, ...]


@cache
def collection(game: str) -> Collection:
    """The collection of this game; `BadOptions` if there is no such game."""
    spec_of(game)
    text = files("funicular.review.puzzles").joinpath("data", f"{game}.json").read_bytes()
    return from_json(text, Collection)


@cache
def _by_id() -> dict[str, Puzzle]:
    return {each.id: each for game in GAMES for each in collection(game).puzzles}


def puzzle(name: str) -> Puzzle:
    """The puzzle of this id."""
    found = _by_id().get(name)
    if found is None:
        raise BadOptions("puzzle.unknown", id=shown(name))
    return found


def puzzles_of(game: str, grade: int | None = None) -> tuple[Puzzle, ...]:
    """The puzzles of a game, of one grade or of all, in an order that never changes."""
    found = (each for each in collection(game).puzzles if grade in (None, each.grade))
    return tuple(sorted(found, key=lambda each: (each.grade, each.id)))


def puzzle_of_the_day(day: date, games: Sequence[str] = GAMES) -> Puzzle:
    """Everybody's puzzle of this day: the games take turns, and a week grows harder.

    >>> from datetime import date
    >>> monday = puzzle_of_the_day(date(2026, 11, 16))
    >>> monday.grade, monday == puzzle_of_the_day(date(2026, 11, 16))
    (1, True)
    """
    number = day.toordinal()
    game = games[number % len(games)]
    grade = GRADES_OF_A_WEEK[day.weekday()]
    found = puzzles_of(game, _nearest(game, grade))
    # How often game and grade have met before today: none comes again before all have been.
    round_length = len(games) * len(GRADES_OF_A_WEEK)
    rounds, place = divmod(number, round_length)
    meetings = [
        day
        for day in range(round_length)
        if day % len(games) == number % len(games)
        and GRADES_OF_A_WEEK[(day - number + date.weekday(_day(number))) % 7] == grade
    ]
    met = rounds * len(meetings) + sum(each < place for each in meetings)
    return found[met % len(found)]


def _day(number: int) -> date:
    return date.fromordinal(number)


def _nearest(game: str, grade: int) -> int:
    """This grade, or the nearest one that the game has puzzles of."""
    there = {each.grade for each in collection(game).puzzles}
    return min(there, key=lambda each: (abs(each - grade), each), default=GRADES[0])
