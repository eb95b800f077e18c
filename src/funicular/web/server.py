"""Running the application: the port, the signals, and an end that loses nothing.

Asked to stop, the server takes no more connections, tells every client to come back later (1012),
lets what is being written down be written, and ends.
"""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from typing import Any

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.config import HTTP_PROTOCOLS, HTTPProtocolType, WSProtocolType
from uvicorn.importer import import_from_string

from funicular.core.errors import FunicularError
from funicular.web.cuts import Cuts
from funicular.web.garbage import collect_seldom
from funicular.web.guard import Guard
from funicular.web.guarded_transport import GuardedTransport
from funicular.web.logs import log

# A longer message than this ends the connection; up to it, the refusal can be said. Unpacked it is
# no longer either, so that a small packed frame cannot cost much.
LONGEST_FRAME = 1 << 16
STOP_SECONDS = 5
BACKLOG = 2048


class CannotListen(FunicularError):
    """The address or the port cannot be had."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 is any that is free."""
    try:
        # Asked for by name, so that "localhost" and IPv6 addresses do too.
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise CannotListen("cli.serve.no-host", host=host) from error
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        raise _refused(error, host, port) from error
    return listening


def _refused(error: OSError, host: str, port: int) -> CannotListen:
    if error.errno == errno.EADDRINUSE:
        return CannotListen("cli.serve.port-taken", port=port, other=_free_port(host))
    if error.errno == errno.EADDRNOTAVAIL:
        return CannotListen("cli.serve.no-host", host=host)
    return CannotListen("cli.serve.no-address", host=host, port=port, problem=error.strerror)


def _free_port(host: str) -> int:
    with listen(host, 0) as free:
        port: int = free.getsockname()[1]
        return port


class Server(uvicorn.Server):
    """uvicorn, saying when it is ready, and ending with exit code 0 when it is asked to end."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        """Take what uvicorn takes, and whom to tell once requests are answered."""
        super().__init__(config)
        self._tell = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        if self.started:
            self._tell()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop, without uvicorn stumbling over a handshake that went wrong."""
        for connection in tuple(self.server_state.connections):
            if isinstance(connection.transport, GuardedTransport):
                connection.transport.end_handshake()
        # uvicorn hears of their ends the next time round.
        await asyncio.sleep(0)
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take SIGINT and SIGTERM as a wish to stop, and do not raise them again afterwards."""
        loop = asyncio.get_running_loop()
        stops = (signal.SIGINT, signal.SIGTERM)
        try:
            for number in stops:
                loop.add_signal_handler(number, self.handle_exit, number, None)
        except (RuntimeError, ValueError):
            # Not the main thread: whoever runs us there stops us in another way.
            yield
            return
        try:
            yield
        finally:
            for number in stops:
                loop.remove_signal_handler(number)


def run(
    opening: Callable[[], Awaitable[ASGIApp]],
    listening: socket.socket,
    started: Callable[[ASGIApp], None],
) -> None:
    """Open the application and serve it until a signal comes.

    `started` is called with it once requests are answered.
    """

    async def serve() -> None:
        app = await opening()
        collecting = asyncio.create_task(collect_seldom())
        await Server(configured(app), lambda: started(app)).serve(sockets=[listening])
        collecting.cancel()

    # The application does not matter for the choice of a loop.
    with asyncio.Runner(loop_factory=configured(_nothing).get_loop_factory()) as runner:
        runner.run(serve())
    log("stopped")


async def _nothing(scope: Scope, receive: Receive, send: Send) -> None:
    """No application."""


def http_protocol(name: HTTPProtocolType = "auto") -> type[asyncio.Protocol]:
    """What reads requests: httptools, where it is installed, or h11."""
    where = HTTP_PROTOCOLS[name] if name != "auto" else HTTP_PROTOCOLS[_best_parser()]
    found: type[asyncio.Protocol] = import_from_string(where)
    return found


def _best_parser() -> HTTPProtocolType:
    return "httptools" if find_spec("httptools") else "h11"


def configured(
    app: ASGIApp, *, http: HTTPProtocolType = "auto", ws: WSProtocolType = "websockets-sansio"
) -> uvicorn.Config:
    """How uvicorn is to be: behind our guard, whatever reads requests and sockets."""
    cuts: Cuts = getattr(getattr(app, "state", None), "cuts", None) or Cuts()
    guarded: Any = partial(Guard, http_protocol(http), cuts)
    return uvicorn.Config(
        app,
        http=guarded,
        ws=ws,
        ws_max_size=LONGEST_FRAME,
        # Clients ping us in their own way, which reaches the table.
        ws_ping_interval=None,
        log_config=None,
        access_log=False,
        server_header=False,
        # What proxies say is read in `addresses`, and only where it may be believed.
        proxy_headers=False,
        timeout_graceful_shutdown=STOP_SECONDS,
        lifespan="on",
    )
