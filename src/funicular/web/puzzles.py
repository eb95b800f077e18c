"""Puzzles over HTTP: which there are, one as a still table, today's, and the verdict on a move.

The answer travels apart from the question, after a move has been chosen. A puzzle is shown from its
seat's view, as any table is; the cards of the others are not even known here
(`review.puzzles.puzzle`). Nobody remembers who answered what.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct
from starlette.routing import Route

from funicular.core.errors import FunicularError
from funicular.core.wire import from_json
from funicular.games.registry import GAMES
from funicular.lang import Phrase, Reader
from funicular.review.hint import Hint
from funicular.review.puzzles.collection import puzzle, puzzle_of_the_day, puzzles_of
from funicular.review.puzzles.puzzle import Puzzle
from funicular.table.commands import MoveText
from funicular.table.render import show_deal
from funicular.table.static_table import show_still, still_table
from funicular.table.wire import AnyDeal, TableShown
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


class PuzzleShown(Struct, frozen=True):
    """`GET /api/puzzles/ID`: the table as the seat sees it whose move it is."""

    id: str
    game: str
    grade: int
    table: TableShown
    deal: AnyDeal


class PuzzleTry(Struct, frozen=True, forbid_unknown_fields=True):
    """What `POST /api/puzzles/ID/answer` takes: the move chosen."""

    move: MoveText


class PuzzleValue(Struct, frozen=True):
    """What a move is worth, the best one first."""

    move: str
    # In words.
    said: str
    # Points on average, and the standard error of that.
    value: float
    stderr: float
    # How far it lies behind the best, and the error of that difference.
    cost: float
    cost_stderr: float


class LineStep(Struct, frozen=True):
    """A move that mostly follows the best one."""

    seat: int
    said: str


class PuzzleVerdict(Struct, frozen=True):
    """What `POST /api/puzzles/ID/answer` answers."""

    right: bool
    # Right or not, and what the move chosen costs: this does not name the best one.
    text: str
    # The best move, and why.
    best: str
    why: str
    moves: tuple[PuzzleValue, ...]
    line: tuple[LineStep, ...]
    # The plausible deals that the values are means of.
    worlds: int


def reader_of(asked: Puzzle, lang: str) -> Reader:
    """Whoever solves it, in the puzzle's seat; the others have names."""
    position = asked.position
    names = Reader(lang).say("puzzle.names").split(", ")[: position.seats]
    return Reader(lang, tuple(names), position.seat)


@lru_cache(maxsize=256)
def show_puzzle(name: str, lang: str) -> PuzzleShown:
    """The puzzle of this id; `BadOptions` if there is none."""
    asked = puzzle(name)
    seat = asked.position.seat
    reader = reader_of(asked, lang)
    table = still_table("puzzle", asked.position.match(), reader.names, seat=seat)
    deal = show_deal(table, seat, lang)
    if deal is None:
        message = "a puzzle has a deal under way"
        raise TypeError(message)
    return PuzzleShown(asked.id, asked.game, asked.grade, show_still(table, lang), deal)


def verdict(name: str, text: str, lang: str) -> PuzzleVerdict:
    """What is to be said of this move; the error says why it is not allowed."""
    asked = puzzle(name)
    reader = reader_of(asked, lang)
    evaluation = asked.evaluation()
    chosen = evaluation.of(asked.read_move(text))
    best = evaluation.best
    right = chosen.move == best.move
    told = Phrase.of(
        "puzzle.right" if right else "puzzle.wrong",
        move=chosen.move,
        cost=Phrase.of("evaluation.number", value=chosen.cost),
        error=Phrase.of("evaluation.number", value=chosen.cost_stderr),
    )
    return PuzzleVerdict(
        right=right,
        text=_sentence(reader.say(told)),
        best=str(best.move),
        why=Hint(evaluation).text(reader),
        moves=tuple(
            PuzzleValue(
                move=str(each.move),
                said=_sentence(each.move.spoken(lang)),
                value=each.value,
                stderr=each.stderr,
                cost=each.cost,
                cost_stderr=each.cost_stderr,
            )
            for each in evaluation.ranked
        ),
        line=tuple(LineStep(seat, move.spoken(lang)) for seat, move in best.line),
        worlds=asked.worlds,
    )


def today(day: date) -> PuzzleListed:
    """The puzzle of this day."""
    found = puzzle_of_the_day(day)
    return PuzzleListed(found.id, found.game, found.grade, day.isoformat())


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


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
    except FunicularError as error:
        return refusal(error, lang)


routes = [
    Route("/api/puzzles", every_puzzle),
    Route("/api/puzzles/today", todays_puzzle),
    Route("/api/puzzles/{id}", one_puzzle),
    Route("/api/puzzles/{id}/answer", answered, methods=["POST"]),
]
