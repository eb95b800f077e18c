"""What every answer says to browsers, and whose pages may speak to us.

Only our own pages: a request whose Origin is another host than the one it asks is refused, sockets
too, unless the server was told that origin. A name that leads to this machine only because its
owner says so (DNS rebinding) is no name of ours: on the machine itself the server answers to
addresses, to `localhost`, and to the names it was told.

Nothing is loaded from elsewhere, no script stands in a page, and no style but the one that the
server writes there itself, known by its hash; so whatever markup somebody might get into one does
nothing. No address of ours is told to other sites.
"""

from __future__ import annotations

import logging
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from funicular.lang import Reader
from funicular.live.admission.causes import Cause
from funicular.live.admission.fair_queue import FairQueue
from funicular.live.admission.figures import PIECES
from funicular.live.logs import log
from funicular.web.guards.addresses import KEY, Callers, caller_of, is_address, is_loopback
from funicular.web.guards.guard import guard_of
from funicular.web.guards.reply_pieces import in_pieces
from funicular.web.guards.request_bodies import body_length, with_whole_bodies
from funicular.web.guards.unsent import Unsent
from funicular.web.network_settings import NetworkSettings
from funicular.web.responses import asked_language, turn_away

POLICY = (
    "default-src 'none'; "
    # WebAssembly may be compiled: the kernels in the browser. No text is evaluated otherwise.
    "script-src 'self' 'wasm-unsafe-eval'; "
    "style-src 'self'; "
    "img-src 'self' data: blob:; "
    "font-src 'self'; "
    # In browsers of the last years `self` is our socket too.
    "connect-src 'self'; "
    "manifest-src 'self'; "
    "worker-src 'self'; "
    "object-src 'none'; "
    "frame-ancestors 'none'; "
    "base-uri 'none'; "
    "form-action 'none'"
)


def policy(style: str) -> str:
    """The policy of a page in which the style with this hash stands; "" for none."""
    return POLICY.replace("style-src 'self'", f"style-src 'self' {style}") if style else POLICY


PERMISSIONS = ", ".join(
    f"{each}=()"
    for each in (
        "accelerometer",
        "camera",
        "display-capture",
        "geolocation",
        "gyroscope",
        "magnetometer",
        "microphone",
        "midi",
        "payment",
        "publickey-credentials-get",
        "usb",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": PERMISSIONS,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
# What a browser makes no page of needs none of what is said about pages, and a page has dozens of
# them: over HTTP/1.1 such headers are more than many of these files. A script may be a worker's,
# and a worker obeys the policy that its own script came with.
OF_PARTS = {
    "X-Content-Type-Options": HEADERS["X-Content-Type-Options"],
    "Cross-Origin-Resource-Policy": HEADERS["Cross-Origin-Resource-Policy"],
}
OF_SCRIPTS = OF_PARTS | {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
    )
}
HEADERS_BY_TYPE = {
    "text/javascript": OF_SCRIPTS,
    "text/css": OF_PARTS,
    "font/woff2": OF_PARTS,
    "application/wasm": OF_PARTS,
}
# Only over https: elsewhere browsers do not listen, and a name may have other servers.
SECURE = {"Strict-Transport-Security": "max-age=31536000"}
# For programs that watch over the server and call it what they like. They tell nothing secret.
FOR_PROGRAMS = ("/healthz", "/readyz", "/metrics")
# Names and pages that were refused are told in the log, each once and this many at most: a stranger
# may think up as many as they like, and the one that the operator has forgotten comes early.
MOST_TOLD = 20
LONGEST_TOLD = 100


class Security:
    """The middleware around everything."""

    def __init__(
        self, app: ASGIApp, door: NetworkSettings | None = None, unsent: Unsent | None = None
    ) -> None:
        """Wrap the application."""
        self.app = app
        self._door = door or NetworkSettings()
        self._unsent = unsent or Unsent()
        self._pieces = FairQueue(PIECES)
        self._names = self._door.names
        self._callers = Callers(self._door)
        self._told: set[tuple[str, str]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse strangers' pages; put our headers on every answer."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        caller = scope[KEY] = self._callers.find(scope)
        guard = guard_of(scope)
        if guard is None:
            await self._answer(scope, receive, send)
            return
        body = body_length(scope)
        guard.request_begins(caller, self._unsent, body=body)
        if scope["type"] == "http":
            send = in_pieces(send, self._pieces, Cause(caller.networks))
        if body and scope["type"] == "http":
            receive, send = with_whole_bodies(receive, send, guard, body)
        try:
            await self._answer(scope, receive, send)
        finally:
            guard.request_ends()

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        always = SECURE if caller_of(scope).secure else {}

        async def with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                kind = headers.get("Content-Type", "").partition(";")[0]
                for name, value in (HEADERS_BY_TYPE.get(kind, HEADERS) | always).items():
                    headers.setdefault(name, value)
                # An answer that says nothing about it, such as a 405, may be kept by anybody.
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        refused = self._refusal(scope)
        if refused is None:
            await self.app(scope, receive, with_headers)
        else:
            await turn_away(refused, scope, receive, with_headers)

    def _refusal(self, scope: Scope) -> Response | None:
        """Why a name or a page is not ours; None if both may be."""
        headers = Headers(scope=scope)
        host = headers.get("Host", "")[:LONGEST_TOLD]
        if not self._is_our_name(scope, headers):
            self._tell_once("not-our-name", host=host, hint=f"--origin https://{host}")
            return _refused(scope, "serve.not-our-name", host=host)
        if not self._is_our_page(headers):
            origin = headers.get("Origin", "")[:LONGEST_TOLD]
            self._tell_once("not-our-page", origin=origin, host=host, hint=f"--origin {origin}")
            return _refused(scope, "serve.not-our-page", origin=origin)
        return None

    def _tell_once(self, event: str, **about: str) -> None:
        """Say in the log who was refused, and which setting would let them in."""
        told = event, about["hint"]
        if told not in self._told and len(self._told) < MOST_TOLD:
            self._told.add(told)
            log(event, level=logging.WARNING, **about)

    def _is_our_name(self, scope: Scope, headers: Headers) -> bool:
        """Whether the host that is asked can be meant for us."""
        asked = headers.get("Host", "").casefold()
        host = _host_of(asked)
        if is_address(host) or host == "localhost" or host.endswith(".localhost"):
            return True
        if asked in self._names or scope["path"] in FOR_PROGRAMS:
            return True
        here = str((scope.get("server") or ("",))[0])
        return bool(host) and not self._names and not is_loopback(here)

    def _is_our_page(self, headers: Headers) -> bool:
        """Whether the page that asks comes from the host it asks, or no page asks at all."""
        origin = headers.get("Origin")
        if origin is None or origin.casefold() in self._door.origins:
            return True
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        web = parts.scheme in ("http", "https")
        return web and parts.netloc.casefold() == headers.get("Host", "").casefold()


def _refused(scope: Scope, key: str, **about: str) -> Response:
    """The refusal in words: it is the operator who sees it first, with a page that stays empty."""
    text = Reader(asked_language(HTTPConnection(scope))).say(key, **about)
    return PlainTextResponse(text, 403, {"Cache-Control": "no-store"})


def _host_of(asked: str) -> str:
    """The host without its port."""
    return asked.partition("]")[0] + "]" if asked.startswith("[") else asked.partition(":")[0]
