"""Running the application: the port, the signals, and an end that loses nothing.

Asked to stop, the server takes no more connections, tells every client to come back later (1012),
lets what is being written down be written, and ends. Each of these has a deadline, and a process
that hangs all the same is ended by a timer: within ten seconds of the signal it is gone.
"""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from importlib.util import find_spec
from types import FrameType
from typing import Any

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

from funicular.core.errors import FunicularError
from funicular.web.application import Application
from funicular.web.gc_tuning import collect_seldom
from funicular.web.guards.cut_connections import Cuts
from funicular.web.guards.guard import Guard
from funicular.web.guards.guarded_transport import GuardedTransport
from funicular.web.health import metrics_app
from funicular.web.services import Services
from funicular.web.shutdown import CONNECTIONS_SECONDS, HURRIED_SECONDS, Shutdown
from funicular.web.systemd import READY, STOPPING, notify, show_life
from funicular.web.uvicorn_internals import HTTP_PROTOCOLS, HTTPProtocolType, import_from_string
from funicular.web.websocket.protocol import Upgraded

BACKLOG = 2048
# How long a thread of a pool may keep the interpreter while the event loop waits for it. With
# Python's own 5 ms and three busy pools the loop was late by up to 290 ms, with this by 40 ms.
SWITCH_SECONDS = 0.0005


class CannotListen(FunicularError):
    """The address or the port cannot be had."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 is any that is free."""
    bound = bind(host, port)
    try:
        bound.listen(BACKLOG)
    except OSError as error:
        bound.close()
        raise _refused(error, host, port) from error
    return bound


def bind(host: str, port: int) -> socket.socket:
    """A socket that has the port and does not listen yet.

    Until it does, whoever comes is refused at once: a proxy goes on to the next server, instead of
    waiting for one that waits for its database.
    """
    try:
        # Asked for by name, so that "localhost" and IPv6 addresses do too.
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise CannotListen("cli.serve.no-host", host=host) from error
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
    except OSError as error:
        bound.close()
        raise _refused(error, host, port) from error
    return bound


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

    def __init__(
        self,
        config: uvicorn.Config,
        started: Callable[[], None],
        stopping: Shutdown | None = None,
        leave: Callable[[], object] = lambda: None,
    ) -> None:
        """Take what uvicorn takes, whom to tell at the start, how to end, and how that begins."""
        super().__init__(config)
        self._tell = started
        self._stopping = stopping or Shutdown()
        self._leave = leave

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop; a second signal, of whatever kind, is in a hurry."""
        if self.should_exit:
            self.force_exit = True
            self._stopping.begin(HURRIED_SECONDS)
        else:
            self._stopping.begin()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more connections, wait for those there are, and end the application."""
        self._leave()
        # uvicorn stumbles over a handshake that went wrong; it hears of the end next time round.
        for connection in tuple(self.server_state.connections):
            if isinstance(connection.transport, GuardedTransport):
                connection.transport.end_handshake()
        await asyncio.sleep(0)
        await super().shutdown(sockets)
        if self.force_exit:
            # uvicorn leaves the application as it is; its writer still has to finish.
            await self.lifespan.shutdown()
        if self.server_state.connections:
            self._stopping.given_up.append("connections")

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer; `CannotListen` if somebody else has begun at this port meanwhile."""
        for each in sockets or ():
            try:
                each.listen(BACKLOG)
            except OSError as error:
                host, port = each.getsockname()[:2]
                raise _refused(error, host, port) from error
        await super().startup(sockets)
        if self.started:
            self._tell()

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


class Beside(Server):
    """A second server in the same loop, which ends when the first one says so."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave the signals to the first one."""
        yield


@asynccontextmanager
async def measured_at(measuring: socket.socket | None, app: Application) -> AsyncIterator[None]:
    """Answer with this application's metrics at an address of their own, if one is wanted."""
    if measuring is None:
        yield
        return
    config = configured(metrics_app(app.services))
    config.lifespan = "off"
    beside = Beside(config, lambda: None)
    serving = asyncio.create_task(beside.serve(sockets=[measuring]))
    try:
        yield
    finally:
        beside.should_exit = True
        await serving
        measuring.close()


def run(
    opening: Callable[[], Awaitable[Application]],
    listening: socket.socket,
    started: Callable[[Services], None],
    measuring: socket.socket | None = None,
) -> None:
    """Open the application and serve it until a signal comes.

    `started` is called with its services once requests are answered. `measuring` is where metrics
    are asked for, where that is not beside the page.
    """
    ending: list[Shutdown] = []

    async def serve() -> None:
        app = await opening()
        stopping = app.services.shutdown
        ending.append(stopping)
        beside = [asyncio.create_task(collect_seldom()), asyncio.create_task(show_life())]

        def ready() -> None:
            started(app.services)
            notify(READY)

        def leave() -> None:
            notify(STOPPING)
            app.leave()

        server = Server(configured(app), ready, stopping, leave)
        async with measured_at(measuring, app):
            await server.serve(sockets=[listening])
        for task in beside:
            task.cancel()

    sys.setswitchinterval(SWITCH_SECONDS)
    # The application does not matter for the choice of a loop.
    with asyncio.Runner(loop_factory=configured(_nothing).get_loop_factory()) as runner:
        runner.run(serve())
    for stopping in ending:
        stopping.over()


async def _nothing(scope: Scope, receive: Receive, send: Send) -> None:
    """No application."""


def http_protocol(name: HTTPProtocolType = "auto") -> type[asyncio.Protocol]:
    """What reads requests: httptools, where it is installed, or h11."""
    where = HTTP_PROTOCOLS[name] if name != "auto" else HTTP_PROTOCOLS[_best_parser()]
    found: type[asyncio.Protocol] = import_from_string(where)
    return found


def _best_parser() -> HTTPProtocolType:
    return "httptools" if find_spec("httptools") else "h11"


def configured(app: ASGIApp, *, http: HTTPProtocolType = "auto") -> uvicorn.Config:
    """How uvicorn is to be: behind our guard, whatever reads requests, with sockets of our own."""
    cuts = app.services.cuts if isinstance(app, Application) else Cuts()
    guarded: Any = partial(Guard, http_protocol(http), cuts)
    return uvicorn.Config(
        app,
        http=guarded,
        ws=Upgraded,
        # Nothing is packed: see docs/decisions/0023-sockets-of-our-own.md.
        ws_per_message_deflate=False,
        # Clients ping us in their own way, which reaches the table.
        ws_ping_interval=None,
        log_config=None,
        access_log=False,
        server_header=False,
        # What proxies say is read in `addresses`, and only where it may be believed.
        proxy_headers=False,
        # uvicorn takes whole seconds.
        timeout_graceful_shutdown=int(CONNECTIONS_SECONDS),
        lifespan="on",
    )
