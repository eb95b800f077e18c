"""One WebSocket at a table, from the greeting to its end. `LiveTable` opens one after another."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Protocol

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from funicular.client.codec import decode, encode
from funicular.client.errors import BadMessage, RefusedByServer
from funicular.live.messages import (
    PROTOCOL,
    AnyFromClient,
    AnyFromServer,
    Hello,
    Refused,
    Welcome,
)

# No message of a server is longer, in bytes.
MOST_BYTES = 1 << 24
# How a connection fails: at the handshake, later, or by itself.
BROKEN = (OSError, EOFError, TimeoutError, InvalidHandshake, WebSocketException)
# The server closes with these where coming back would not help.
FINAL_CODES = frozenset({4002, 4003, 4004})


class WebSocket(Protocol):
    """What is asked of a connection: what one of `websockets` offers."""

    @property
    def transport(self) -> asyncio.Transport:
        """What carries it."""

    @property
    def close_code(self) -> int | None:
        """What it was closed with; None while it is open."""

    async def send(self, message: str, /) -> None:
        """Send a text."""

    async def recv(self) -> str | bytes:
        """The next message."""

    async def close(self) -> None:
        """Close it, and wait until the other side has done so too."""


# Opens a WebSocket at this address. A program brings its own for a proxy, another TLS, an origin.
Dial = Callable[[str], Awaitable[WebSocket]]


async def dial(address: str) -> WebSocket:
    """Connect as most clients do."""
    # The library's own pings would not keep the socket open: the server wants messages.
    return await connect(address, ping_interval=None, max_size=MOST_BYTES, close_timeout=1.0)


class NotNow(OSError):
    """The server does not let one in for the moment: `wait` seconds, if it has said so."""

    def __init__(self, wait: int | None) -> None:
        """Take how long."""
        super().__init__()
        self.wait = wait


class TableSocket:
    """A socket that was let in."""

    def __init__(self, connection: WebSocket, welcome: Welcome) -> None:
        """Take a connection that was greeted, and the greeting."""
        self.connection = connection
        self.welcome = welcome

    @classmethod
    async def open(
        cls,
        connection: WebSocket,
        *,
        lang: str,
        token: str | None = None,
        invite: str | None = None,
        seen: int = 0,
    ) -> TableSocket:
        """Say hello; `RefusedByServer` if one may not come in, `NotNow` if only later."""
        hello = Hello(PROTOCOL, lang, token, invite, seen or None)
        await connection.send(encode(hello))
        answer = decode(await connection.recv())
        while answer is None:
            answer = decode(await connection.recv())
        if isinstance(answer, Refused):
            # The code that it closes with says whether to come back.
            with suppress(*BROKEN):
                await connection.recv()
            if connection.close_code in FINAL_CODES or not seen:
                raise RefusedByServer(answer.code, answer.text, answer.wait)
            raise NotNow(answer.wait)
        if not isinstance(answer, Welcome):
            raise BadMessage("client.bad-message", problem=type(answer).__name__)
        return cls(connection, answer)

    async def send(self, message: AnyFromClient) -> None:
        """Send a message."""
        await self.connection.send(encode(message))

    async def receive(self) -> AnyFromServer:
        """The next message that this version knows."""
        while (message := decode(await self.connection.recv())) is None:
            pass
        return message

    def abort(self) -> None:
        """End it at once, without waiting for the other side."""
        self.connection.transport.abort()
