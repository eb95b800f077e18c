"""Requests and sockets of banned addresses are answered with 403 and a sentence, or closed."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from funicular.live.bans import Bans
from funicular.web.guards.addresses import caller_of
from funicular.web.guards.guard import guard_of
from funicular.web.responses import asked_language, refusal, turn_away

BANNED_CLOSE = 4003
# A peer that does not read is not waited for.
CLOSE_SECONDS = 2.0


class Banning:
    """The middleware that turns banned addresses away. It stands behind `Security`."""

    def __init__(self, app: ASGIApp, bans: Bans) -> None:
        """Wrap the application."""
        self.app = app
        self._bans = bans

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a banned address, and send it out when it is banned while connected."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        address = caller_of(scope).address
        if self._bans.refuses(address):
            answer = refusal(self._bans.turned_away(address), asked_language(HTTPConnection(scope)))
            await turn_away(answer, scope, receive, send)
        elif scope["type"] == "http":
            await self.app(scope, receive, send)
        else:
            await self._hold(address, scope, receive, send)

    async def _hold(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        with self._bans.socket_open(address):
            try:
                await self.app(scope, receive, send)
            except asyncio.CancelledError:
                task = asyncio.current_task()
                if task is None or not self._bans.has_cut():
                    raise
                task.uncancel()
                guard = guard_of(scope)
                if guard is not None:
                    guard.end()
                with suppress(TimeoutError, OSError, RuntimeError):
                    async with asyncio.timeout(CLOSE_SECONDS):
                        await send({"type": "websocket.close", "code": BANNED_CLOSE, "reason": ""})
