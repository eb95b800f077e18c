"""Hints over HTTP: the numbers of one's view, or a hint that the server measures."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from funicular.core.errors import FunicularError
from funicular.live.refusals import for_people
from funicular.web.causes import cause_of
from funicular.web.guards.rate_limit import count
from funicular.web.responses import answer, asked_language, body_of, refusal, while_there
from funicular.web.tables import entered


async def numbers(request: Request) -> Response:
    """`GET /api/tables/ID/numbers?lang=`: what a browser measures a decision from."""
    lang = asked_language(request)
    try:
        room, guest = await entered(request)
    except FunicularError as error:
        return refusal(for_people(error), lang)
    try:
        return answer(room.numbers(guest, lang))
    except FunicularError as error:
        return refusal(for_people(error), lang, reader=room.reader(guest, lang))


async def hint(request: Request) -> Response:
    """`POST /api/tables/ID/hint?lang=`: measured here, for clients that cannot."""
    lang = asked_language(request)
    try:
        room, guest = await entered(request)
        # There is nothing in it to read, but what follows it says whether the client has gone.
        await body_of(request)
    except FunicularError as error:
        return refusal(for_people(error), lang)
    try:
        count(request, "hints")
        return answer(
            await while_there(request, room.hint(guest, lang, cause_of(request, room.table.id)))
        )
    except FunicularError as error:
        return refusal(for_people(error), lang, reader=room.reader(guest, lang))


routes = [
    Route("/api/tables/{table}/numbers", numbers),
    Route("/api/tables/{table}/hint", hint, methods=["POST"]),
]
