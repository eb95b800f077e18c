"""A request that is answered before its body has come ends the connection.

uvicorn would go on reading that body for as long as it comes, a byte a minute if need be, only to
throw it away. Such an answer says `Connection: close`, and the guard sees to it.
"""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import Message, Receive, Scope, Send

from funicular.web.guards.guard import Guard


def has_body(scope: Scope) -> bool:
    """Whether a request says that a body follows."""
    headers = Headers(scope=scope)
    return headers.get("Content-Length", "0").strip() != "0" or "Transfer-Encoding" in headers


def with_whole_bodies(receive: Receive, send: Send, guard: Guard) -> tuple[Receive, Send]:
    """The same pair; an answer that does not wait for the whole body closes the connection."""
    whole = False

    async def watched_receive() -> Message:
        nonlocal whole
        message = await receive()
        if message["type"] == "http.request" and not message.get("more_body", False):
            whole = True
        return message

    async def closing_send(message: Message) -> None:
        if message["type"] == "http.response.start" and not whole:
            MutableHeaders(scope=message)["Connection"] = "close"
            guard.leave_unread()
        await send(message)

    return watched_receive, closing_send
