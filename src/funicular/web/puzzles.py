"""Puzzles over HTTP: which there are, one as a still table, today's, and the verdict on a move.

The answer travels apart from the question, after a move has been chosen. Nobody remembers who
answered what.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from msgspec import Struct
from starlette.routing import Route

from funicular.core.errors import BadOptions, FunicularError
from funicular.core.wire import from_json
from funicular.games.registry import GAMES
from funicular.review.puzzles.collection import puzzle_of_the_day, puzzles_of
from funicular.table.commands import MoveText
from funicular.table.puzzle_table import show_puzzle, verdict
from funicular.web.responses import answer, asked_language, body_of, lasting, refusal

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


class PuzzleListed(Struct, frozen=True):
    """A puzzle of `GET /api/puzzles`, and what `GET /api/puzzles/today` answers."""

    id: str
    game: str
    # From 1, seen at once, to 5.
    grade: int
    # Of today's only: the day whose puzzle it is, by UTC.
    day: str | None = None


class PuzzleTry(Struct, frozen=True, forbid_unknown_fields=True):
    """What `POST /api/puzzles/ID/answer` takes: the move chosen."""

    move: MoveText


def today(day: date) -> PuzzleListed:
    """The puzzle of this day."""
    found = puzzle_of_the_day(day)
    return PuzzleListed(found.id, found.game, found.grade, day.isoformat())


async def every_puzzle(request: Request) -> Response:
    """`GET /api/puzzles?game=`: ids and grades, of one game or of all."""
    asked = request.query_params.get("game")
    try:
        games = GAMES if asked is None else (asked,)
        listed = [
            PuzzleListed(each.id, each.game, each.grade)
            for game in games
            for each in puzzles_of(game)
        ]
    except FunicularError as error:
        return refusal(error, asked_language(request), 404)
    return lasting(request, listed)


async def todays_puzzle(request: Request) -> Response:
    """`GET /api/puzzles/today`."""
    return lasting(request, today(datetime.now(UTC).date()))


async def one_puzzle(request: Request) -> Response:
    """`GET /api/puzzles/ID`."""
    lang = asked_language(request)
    try:
        return lasting(request, show_puzzle(request.path_params["id"], lang))
    except FunicularError as error:
        return refusal(error, lang, 404)


async def answered(request: Request) -> Response:
    """`POST /api/puzzles/ID/answer`. Nobody remembers it."""
    lang = asked_language(request)
    try:
        tried = from_json(await body_of(request), PuzzleTry)
        return answer(verdict(request.path_params["id"], tried.move, lang))
    except BadOptions as error:
        return refusal(error, lang, 404)
    except FunicularError as error:
        return refusal(error, lang)


routes = [
    Route("/api/puzzles", every_puzzle),
    Route("/api/puzzles/today", todays_puzzle),
    Route("/api/puzzles/{id}", one_puzzle),
    Route("/api/puzzles/{id}/answer", answered, methods=["POST"]),
]
