"""Answers over HTTP: values as JSON, refusals as sentences, bodies that are not too long."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Coroutine, Iterator
from contextvars import ContextVar
from typing import TypeVar

from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from funicular.core.errors import FunicularError
from funicular.core.wire import to_json
from funicular.lang import Reader
from funicular.live.language import spoken_language
from funicular.live.messages import Refused
from funicular.live.refusals import Refusal, code_of, for_people

T = TypeVar("T")

JSON = "application/json"
# Bodies are sent in pieces of this length. With 64 KB in the transport's buffer a slow reader holds
# up to 128 KB.
PIECE = 32 * 1024
# Where the codes of refusals are noted while a request is answered, for the metrics.
refused_codes: ContextVar[list[str] | None] = ContextVar("refused_codes", default=None)
# What any request may send, unless it brings a record.
LONGEST_BODY = 64 * 1024
# And for how long it may take over it: a drop now and then is no sending.
BODY_SECONDS = 60.0
# What was sent is quoted in refusals, but not all of it.
LONGEST_TEXT = 1000

STATUS = {
    "no-person": 401,
    "used": 409,
    "no-table": 404,
    "no-entry": 403,
    "forbidden": 403,
    "too-long": 413,
    "too-slow": 408,
    "too-fast": 429,
    "busy": 503,
    "unsure": 503,
    "damaged": 503,
    "stale": 409,
    "taken": 409,
    "full": 409,
}


def in_slices(body: bytes) -> Iterator[bytes]:
    """The body in pieces."""
    return (body[at : at + PIECE] for at in range(0, len(body), PIECE))


def answer(value: object, status: int = 200) -> Response:
    """The value as JSON, never kept by anybody on the way."""
    return Response(to_json(value), status, {"Cache-Control": "no-store"}, JSON)


def lasting(request: Request, value: object) -> Response:
    """The value as JSON; a client that has the same already is told only that."""
    body = to_json(value)
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {"Cache-Control": "no-cache", "ETag": tag}
    if tag in request.headers.get("If-None-Match", ""):
        return Response(None, 304, headers)
    return Response(body, 200, headers, JSON)


def refusal(
    error: FunicularError,
    lang: str,
    status: int | None = None,
    *,
    reader: Reader | None = None,
    wish: str | None = None,
) -> Response:
    """The refusal in words: in a reader's own, where one is known, of a wish with this id.

    What ails the store is not told to strangers, whichever route they came by.
    """
    error = for_people(error)
    code = code_of(error)
    if (codes := refused_codes.get()) is not None:
        codes.append(code)
    wait = error.wait if isinstance(error, Refusal) else None
    refused = Refused(wish, code, _short(error.say(reader or Reader(lang))), wait)
    said = answer(refused, status if status and code != "too-fast" else STATUS.get(code, 400))
    if wait is not None:
        said.headers["Retry-After"] = str(wait)
    return said


async def turn_away(response: Response, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer so, whether a request asks or a socket that was not accepted yet."""
    if scope["type"] == "http":
        await response(scope, receive, send)
    elif "websocket.http.response" in scope.get("extensions", {}):
        await WebSocket(scope, receive, send).send_denial_response(response)
    else:
        await receive()
        # Before it was accepted: the server makes a 403 of it.
        await send({"type": "websocket.close", "code": 1008, "reason": ""})


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}…"


def asked_language(request: HTTPConnection) -> str:
    """The language that `?lang=` or the browser asks for."""
    return spoken_language(
        request.query_params.get("lang") or request.headers.get("Accept-Language")
    )


async def while_there(request: Request, work: Coroutine[object, None, T]) -> T:
    """What this work comes to. It is given up as soon as the client has gone."""
    working = asyncio.ensure_future(work)
    left = asyncio.ensure_future(gone(request.receive))
    try:
        await asyncio.wait((working, left), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Refusal("too-slow", "serve.too-slow")
        return working.result()
    finally:
        working.cancel()
        left.cancel()


async def gone(receive: Receive) -> None:
    """Return once the client has gone. The body, if there was one, is thrown away."""
    while not (await receive())["type"].endswith(".disconnect"):
        pass


async def body_of(request: Request, most: int = LONGEST_BODY) -> bytes:
    """The body of a request; `Refusal` once it is longer than allowed."""
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise Refusal("too-long", "serve.too-long", n=most)
    # A client that left before the end hears nothing; that is no error of ours.
    except (TimeoutError, ClientDisconnect):
        raise Refusal("too-slow", "serve.too-slow") from None
    return bytes(body)
