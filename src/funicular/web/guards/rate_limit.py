"""Counts every request, and what a request costs besides, by the address it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from funicular.core.errors import FunicularError
from funicular.live.admission.causes import Cause
from funicular.live.admission.fair_queue import FairQueue
from funicular.live.admission.figures import REQUESTS
from funicular.live.refusals import Busy, TooFast, code_of
from funicular.web.guards.addresses import caller_of
from funicular.web.guards.guard import guard_of
from funicular.web.guards.limits import LimitKind, Limits
from funicular.web.health import answer_alive
from funicular.web.responses import asked_language, gone, refusal, turn_away
from funicular.web.services import services

# What a guess that misses is answered with.
MISSES = ("no-entry", "no-table", "unknown")


class RateLimit:
    """The middleware that asks callers to wait. It stands behind `Security`, which knows them."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        """Wrap the application."""
        self.app = app
        self._limits = limits
        # A few begin each time round, so that those who are playing get their turn in between.
        self._queue = FairQueue(REQUESTS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count the request; answer with 429 if it is one too many."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        caller = caller_of(scope)
        try:
            self._limits.take(caller, "requests")
        except TooFast as error:
            if scold(scope, self._limits, "requests"):
                answer = refusal(error, asked_language(HTTPConnection(scope)))
                await turn_away(answer, scope, receive, send)
            else:
                # uvicorn expects an answer until then.
                await gone(receive)
            return
        if caller.exempt and caller.proxied:
            # What a proxy asks by itself is part of each visitor's request: it waits in no line.
            await answer_alive(scope, receive, send)
            return
        try:
            await self._queue.pass_by(Cause(caller.networks))
        except Busy as error:
            answer = refusal(error, asked_language(HTTPConnection(scope)))
            await turn_away(answer, scope, receive, send)
            return
        await self.app(scope, receive, send)


def scold(scope: Scope, limits: Limits, reason: str) -> bool:
    """Count that this caller is told to wait; whether to tell it. If not, it has been cut off."""
    guard = guard_of(scope)
    if guard is None:
        return True
    if limits.may_be_told(caller_of(scope)):
        return guard.scold(reason)
    guard.cut(reason)
    return False


def count(connection: HTTPConnection, kind: LimitKind, tokens: float = 1.0) -> None:
    """Count what this connection wants to do; `TooFast` if it is too much."""
    services(connection).limits.take(caller_of(connection.scope), kind, tokens)


@contextmanager
def guessing(connection: HTTPConnection) -> Iterator[None]:
    """Something is looked up by a secret or a name: misses are counted, and too many refused.

    What is right is let in whatever was guessed before: secrets have 128 bits, so nobody finds one
    by guessing, and others behind the same address keep their seats.
    """
    try:
        yield
    except FunicularError as error:
        if code_of(error) not in MISSES:
            raise
        found, caller = services(connection), caller_of(connection.scope)
        try:
            found.limits.take(caller, "guesses")
        except TooFast as too_fast:
            scold(connection.scope, found.limits, "guesses")
            raise too_fast from error
        found.cuts.missed(code_of(error), caller.address)
        raise
