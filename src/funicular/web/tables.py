"""Tables over HTTP: opening one, the open ones, a snapshot, a command."""

from __future__ import annotations

import re
from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from funicular.core.errors import FunicularError
from funicular.live.language import spoken_language
from funicular.live.messages import Do, NewTable
from funicular.live.refusals import Refusal, for_people
from funicular.live.room import Room
from funicular.web.causes import cause_of
from funicular.web.guards.rate_limit import count, guessing
from funicular.web.responses import answer, asked_language, body_of, refusal
from funicular.web.services import services

T = TypeVar("T")

BEARER = "Bearer "
# Longer ones are no numbers of ours, and Python refuses to read the longest.
NUMBER = re.compile("[0-9]{1,15}")


async def open_table(request: Request) -> Response:
    """`POST /api/tables`."""
    lang = asked_language(request)
    try:
        wish = read(await body_of(request), NewTable)
        lang = spoken_language(wish.lang)
        count(request, "tables")
        return answer(await services(request).rooms.open(wish), 201)
    except FunicularError as error:
        return refusal(for_people(error), lang)


async def list_tables(request: Request) -> Response:
    """`GET /api/tables`."""
    return answer(services(request).rooms.listed())


async def show(request: Request) -> Response:
    """`GET /api/tables/ID?seen=&lang=`: what a socket would be welcomed with.

    With `glance` among the questions nobody is told that the player was here: the first page asks
    so, and a player who only looks at the list has not come back to the table.
    """
    lang = asked_language(request)
    seen = request.query_params.get("seen", "")
    try:
        room, guest = await entered(request, told="glance" not in request.query_params)
    except FunicularError as error:
        return refusal(for_people(error), lang)
    return answer(room.welcome(guest, lang, int(seen) if NUMBER.fullmatch(seen) else 0))


async def do(request: Request) -> Response:
    """`POST /api/tables/ID/commands`: what a socket would take as `do`."""
    lang = asked_language(request)
    try:
        room, guest = await entered(request)
        wish = read(await body_of(request), Do)
    except FunicularError as error:
        return refusal(for_people(error), lang)
    try:
        return answer(await room.do(guest, wish))
    except FunicularError as error:
        return refusal(for_people(error), lang, reader=room.reader(guest, lang), wish=wish.id)


async def entered(request: Request, *, told: bool = True) -> tuple[Room, str | None]:
    """The table that is asked for, and who asks; `FunicularError` for anybody not let in."""
    given = request.headers.get("Authorization", "")
    secret = given.removeprefix(BEARER) if given.startswith(BEARER) else None
    with guessing(request):
        table: str = request.path_params["table"]
        cause = cause_of(request, table)
        room = await services(request).rooms.find(table, cause)
        guest = await room.let_in(secret, secret)
    if told:
        room.heard(guest)
        room.attend(cause.networks)
    return room, guest


def read(body: bytes, kind: type[T]) -> T:
    """A message from outside; `Refusal` if it is none."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refusal("malformed", "serve.malformed", problem=str(error)) from error


routes = [
    Route("/api/tables", open_table, methods=["POST"]),
    Route("/api/tables", list_tables),
    Route("/api/tables/{table}", show),
    Route("/api/tables/{table}/commands", do, methods=["POST"]),
]
