"""A request that is answered before its body has come ends the connection.

uvicorn would go on reading that body for as long as it comes, a byte a minute if need be, only to
throw it away. Such an answer says `Connection: close`, and the guard sees to it.
"""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import Message, Receive, Scope, Send

from funicular.web.guards.guard import Guard

# A body that comes in chunks does not say how long it is. It may be as long as anything is.
MOST_IN_CHUNKS = 4 << 20


def body_length(scope: Scope) -> int:
    """How many bytes follow as the body of a request, at most."""
    headers = Headers(scope=scope)
    length = headers.get("Content-Length", "0").strip()
    if "Transfer-Encoding" in headers or not length.isdecimal():
        return MOST_IN_CHUNKS
    return int(length)


def with_whole_bodies(
    receive: Receive, send: Send, guard: Guard, length: int
) -> tuple[Receive, Send]:
    """The same pair; an answer that does not wait for the whole body closes the connection.

    So does one to a body in chunks: nobody but the parser knows where the next request begins.
    """
    whole = False

    async def watched_receive() -> Message:
        nonlocal whole
        message = await receive()
        if message["type"] == "http.request" and not message.get("more_body", False):
            whole = True
            guard.body_ends()
        return message

    async def closing_send(message: Message) -> None:
        unread = not whole or length == MOST_IN_CHUNKS
        if message["type"] == "http.response.start" and unread:
            MutableHeaders(scope=message)["Connection"] = "close"
            guard.leave_unread()
        await send(message)

    return watched_receive, closing_send
