"""What every answer says to browsers, and whose pages may speak to us.

Only our own pages: a request whose Origin is another host than the one it asks is refused, sockets
too. No address of ours is told to other sites, because an invitation is in the address.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'self'; "
    "style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; "
    "connect-src 'self' ws: wss:; "
    "frame-ancestors 'none'; "
    "base-uri 'none'; "
    "form-action 'self'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class Security:
    """The middleware around everything."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap the application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse strangers' pages; put our headers on every answer."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        if _is_ours(Headers(scope=scope)):
            await self.app(scope, receive, with_headers)
        elif scope["type"] == "websocket":
            await receive()
            # Before it was accepted: the server makes a 403 of it.
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
        else:
            await PlainTextResponse("403", 403)(scope, receive, with_headers)


def _is_ours(headers: Headers) -> bool:
    """Whether the page that asks comes from the host it asks, or no page asks at all."""
    origin = headers.get("Origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc.casefold() == headers.get("Host", "").casefold()
    except ValueError:
        return False
