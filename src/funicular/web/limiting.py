"""Counts every request, and what a request costs besides, by the address it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from funicular.core.errors import FunicularError
from funicular.web.addresses import caller_of
from funicular.web.answers import asked_language, refusal
from funicular.web.limits import Kind, Limits, TooFast
from funicular.web.logs import log
from funicular.web.refusals import code_of

# What a guess that misses is answered with.
MISSES = ("no-entry", "no-table", "unknown")


class Limiting:
    """The middleware that asks people to wait. It stands behind `Security`, which knows them."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        """Wrap the application."""
        self.app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count the request; answer with 429 if it is one too many."""
        if scope["type"] in ("http", "websocket"):
            try:
                self._limits.take(caller_of(scope), "requests")
            except TooFast as error:
                await _refuse(error, scope, receive, send)
                return
        await self.app(scope, receive, send)


async def _refuse(error: TooFast, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        answer = refusal(error, asked_language(Request(scope)))
        await answer(scope, receive, send)
        return
    socket = WebSocket(scope, receive, send)
    answer = refusal(error, asked_language(socket))
    if "websocket.http.response" in scope.get("extensions", {}):
        await socket.send_denial_response(answer)
    else:
        await socket.close()


def count(connection: HTTPConnection, kind: Kind, tokens: float = 1.0) -> None:
    """Count what this connection wants to do; `TooFast` if it is too much."""
    limits: Limits = connection.app.state.limits
    limits.take(caller_of(connection.scope), kind, tokens)


@contextmanager
def guessing(connection: HTTPConnection) -> Iterator[None]:
    """Something is looked up by a secret or a name: whoever has missed too often has to wait."""
    limits: Limits = connection.app.state.limits
    caller = caller_of(connection.scope)
    limits.check(caller, "guesses")
    try:
        yield
    except FunicularError as error:
        if code_of(error) in MISSES:
            log("missed", address=caller.address, code=code_of(error))
            with suppress(TooFast):
                limits.take(caller, "guesses")
        raise
