"""Running the application: the port, the signals, and an end that loses nothing.

Asked to stop, the server takes no more connections, tells every client to come back later (1012),
lets what is being written down be written, and ends.
"""

from __future__ import annotations

import asyncio
import errno
import signal
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Literal

import uvicorn
from starlette.applications import Starlette
from starlette.types import ASGIApp, Receive, Scope, Send

from funicular.core.errors import FunicularError
from funicular.web.garbage import collect_seldom
from funicular.web.http_health import metrics_app
from funicular.web.logs import log

# A longer message than this ends the connection; up to it, the refusal can be said.
LONGEST_FRAME = 1 << 20
STOP_SECONDS = 5
BACKLOG = 2048


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
        stopping: Callable[[], None] = lambda: None,
    ) -> None:
        """Take what uvicorn takes, and whom to tell once requests are answered, and at the end."""
        super().__init__(config)
        self._tell = started
        self._tell_stopping = stopping

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

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Say goodbye to everybody, and end."""
        self._tell_stopping()
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


class Beside(Server):
    """A second server in the same loop, which ends when the first one says so."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave the signals to the first one."""
        yield


@asynccontextmanager
async def measured_at(measuring: socket.socket | None, app: Starlette) -> AsyncIterator[None]:
    """Answer with this application's metrics at an address of their own, if one is wanted."""
    if measuring is None:
        yield
        return
    config = configured(metrics_app(app))
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
    opening: Callable[[], Awaitable[Starlette]],
    listening: socket.socket,
    started: Callable[[Starlette], None],
    measuring: socket.socket | None = None,
) -> None:
    """Open the application and serve it until a signal comes.

    `started` is called with it once requests are answered. `measuring` is where metrics are asked
    for, where that is not beside the page.
    """

    async def serve() -> None:
        app = await opening()
        collecting = asyncio.create_task(collect_seldom())
        server = Server(configured(app), lambda: started(app), app.state.health.stop)
        async with measured_at(measuring, app):
            await server.serve(sockets=[listening])
        collecting.cancel()

    # The application does not matter for the choice of a loop.
    with asyncio.Runner(loop_factory=configured(_nothing).get_loop_factory()) as runner:
        runner.run(serve())
    log("stopped")


async def _nothing(scope: Scope, receive: Receive, send: Send) -> None:
    """No application."""


def http_protocol() -> type[asyncio.Protocol] | Literal["h11"]:
    """How requests are read: by httptools, where it is installed."""
    try:
        # Only here: it is missing on some platforms.
        from funicular.web.heads import HeadsInTime  # noqa: PLC0415
    except ImportError:
        return "h11"
    return HeadsInTime


def configured(app: ASGIApp) -> uvicorn.Config:
    """How uvicorn is to be."""
    return uvicorn.Config(
        app,
        http=http_protocol(),
        ws="websockets-sansio",
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
