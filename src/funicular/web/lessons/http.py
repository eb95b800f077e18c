"""Lessons over HTTP: the whole of one, and the verdict on a move that a learner tries in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from starlette.routing import Route

from funicular.core.errors import FunicularError
from funicular.core.wire import from_json
from funicular.table.commands import MoveText
from funicular.web.lessons.steps import show_lesson, try_move
from funicular.web.responses import answer, asked_language, body_of, lasting, refusal

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


class Try(Struct, frozen=True, forbid_unknown_fields=True):
    """What `POST /api/lessons/GAME/tries` takes: a step, counted from 0, and a move tried there."""

    step: int
    move: MoveText


async def lesson(request: Request) -> Response:
    """`GET /api/lessons/GAME`."""
    lang = asked_language(request)
    try:
        return lasting(request, show_lesson(request.path_params["game"], lang))
    except FunicularError as error:
        return refusal(error, lang, 404)


async def tries(request: Request) -> Response:
    """`POST /api/lessons/GAME/tries`. Nobody remembers it."""
    lang = asked_language(request)
    try:
        tried = from_json(await body_of(request), Try)
        return answer(try_move(request.path_params["game"], tried.step, tried.move, lang))
    except FunicularError as error:
        return refusal(error, lang)


routes = [
    Route("/api/lessons/{game}", lesson),
    Route("/api/lessons/{game}/tries", tries, methods=["POST"]),
]
