"""Replies go out in pieces, and what is left of them counts for whoever reads them.

uvicorn waits for a reader only between two messages of the application: a body that is one message
would lie in the transport's buffer as a whole. So it is cut here, whichever route it comes from.
The body itself is there until its last piece has gone, and counts until then; where there is no
room for one, the answer is a refusal.

Readers take turns, a few pieces each time round the event loop: many who read a lot at once, or
have a lot unpacked, do not keep it from what is small.
"""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from funicular.live.admission import figures
from funicular.live.admission.causes import Cause
from funicular.live.admission.fair_queue import FairQueue
from funicular.live.refusals import Busy
from funicular.web.guards.guard import guard_of
from funicular.web.responses import asked_language, in_slices, refusal

BODY = "http.response.body"
START = "http.response.start"
# Shorter answers are given whatever else waits.
SHORT = 4096


def in_pieces(send: Send, queue: FairQueue, cause: Cause) -> Send:
    """The same, for bodies of any length."""

    async def sending(message: Message) -> None:
        body = message.get("body", b"")
        if message["type"] != BODY or len(body) <= SHORT:
            await send(message)
            return
        left = len(body)
        for piece in in_slices(body):
            await queue.pass_by(cause)
            left -= len(piece)
            more = left > 0 or message.get("more_body", False)
            await send({"type": BODY, "body": piece, "more_body": more})

    return sending


class CountedReplies:
    """The middleware next to the routes, which sees bodies as they were made: not packed yet."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap the application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count each body for as long as it is being sent, or refuse it."""
        guard = guard_of(scope)
        if scope["type"] != "http" or guard is None:
            await self.app(scope, receive, send)
            return
        # Sent together with the first of the body, as long as that can still be refused.
        start: Message | None = None
        refused = False

        async def counted(message: Message) -> None:
            nonlocal start, refused
            if message["type"] == START:
                start = message
                return
            size = len(message.get("body", b""))
            if start is not None:
                refused = size > SHORT and not guard.backlog.make_room(size)
                if refused:
                    busy = Busy(figures.PIECES.again)
                    answer = refusal(busy, asked_language(HTTPConnection(scope)))
                    await answer(scope, receive, send)
                else:
                    await send(start)
                start = None
            if refused:
                return
            guard.hold(size)
            try:
                await send(message)
            finally:
                guard.hold(0)

        await self.app(scope, receive, counted)
