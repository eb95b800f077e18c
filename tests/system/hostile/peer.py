"""An attacker's connection: bytes as they are, from an address of its own.

Frames are masked with zeros, which the standard allows and which costs the attacker nothing.
"""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from contextlib import suppress
from typing import Any

from msgspec import Struct

HEAD_END = b"\r\n\r\n"
KEY = "MDEyMzQ1Njc4OWFiY2RlZg=="
CONT, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
# Of what a deaf reader lets pile up in its own kernel.
SMALL_BUFFER = 4096


class Gone(ConnectionError):
    """The server has ended the connection."""


class Answer(Struct, frozen=True):
    """A response over HTTP."""

    status: int
    body: bytes

    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found


def frame(data: bytes, opcode: int = TEXT, *, fin: bool = True) -> bytes:
    """A frame as a client sends it."""
    first = (0x80 if fin else 0) | opcode
    size = len(data)
    if size < 126:
        head = struct.pack("!BB", first, 0x80 | size)
    elif size < 65536:
        head = struct.pack("!BBH", first, 0x80 | 126, size)
    else:
        head = struct.pack("!BBQ", first, 0x80 | 127, size)
    return head + bytes(4) + data


def text(message: object) -> bytes:
    """A message of the protocol in its frame."""
    return frame(json.dumps(message).encode())


class Peer:
    """One connection."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, host: str
    ) -> None:
        self.reader = reader
        self.writer = writer
        self.host = host
        self.sent = 0
        # Whether the other end is gone, as far as we have noticed.
        self.ended = False
        self._swallowing: asyncio.Task[None] | None = None

    @classmethod
    async def connect(cls, host: str, port: int, source: str, *, deaf: bool = False) -> Peer:
        """Connect from this address; `deaf` takes hardly anything in before it is read."""
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        made = socket.socket(family, socket.SOCK_STREAM)
        try:
            made.settimeout(0.0)
            if deaf:
                made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
            if source:
                made.bind((source, 0))
            await asyncio.get_running_loop().sock_connect(made, (host, port))
            reader, writer = await asyncio.open_connection(
                sock=made, limit=SMALL_BUFFER if deaf else 1 << 20
            )
        except BaseException:
            made.close()
            raise
        shown = f"[{host}]" if ":" in host else host
        return cls(reader, writer, f"{shown}:{port}")

    async def send(self, data: bytes) -> None:
        """Send it, waiting as long as the server does not take it; `Gone` if it never will."""
        if self.ended:
            raise Gone
        try:
            self.writer.write(data)
            self.sent += len(data)
            await self.writer.drain()
        except OSError as error:
            self.ended = True
            raise Gone from error

    def swallow(self) -> None:
        """Read all that comes, throw it away, and notice the end."""
        self._swallowing = asyncio.create_task(self._swallow())

    async def ends_within(self, seconds: float) -> None:
        """Send nothing more, and see whether the server ends the connection."""
        if self.ended:
            return
        if self._swallowing is None:
            self.swallow()
        if self._swallowing is not None:
            await asyncio.wait((self._swallowing,), timeout=seconds)

    async def _swallow(self) -> None:
        with suppress(OSError):
            while await self.reader.read(1 << 16):
                pass
        self.ended = True
        # Whoever waits for the server to take more waits for nothing.
        self.writer.transport.abort()

    async def read(self, size: int) -> bytes:
        try:
            return await self.reader.readexactly(size)
        except (asyncio.IncompleteReadError, OSError) as error:
            self.ended = True
            raise Gone from error

    async def head(self) -> bytes:
        try:
            return await self.reader.readuntil(HEAD_END)
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, OSError) as error:
            self.ended = True
            raise Gone from error

    def close(self) -> None:
        """Hang up at once, without a word."""
        if self._swallowing is not None:
            self._swallowing.cancel()
        with suppress(OSError):
            self.writer.transport.abort()

    # As a client of HTTP.

    def request(self, method: str, path: str, body: bytes = b"", **headers: str) -> bytes:
        """A request as bytes."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        if method == "POST":
            lines.append(f"Content-Length: {len(body)}")
        return "\r\n".join(lines).encode() + HEAD_END + body

    async def ask(self, method: str, path: str, body: object = None, **headers: str) -> Answer:
        """Send a request and read its answer."""
        given = (
            b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        )
        await self.send(self.request(method, path, given, **headers))
        return await self.answer()

    async def answer(self) -> Answer:
        """The next answer."""
        first, *lines = (await self.head()).decode("latin-1").split("\r\n")
        status = int(first.split(" ")[1])
        named = dict(line.lower().split(": ", 1) for line in lines if ": " in line)
        if "content-length" in named:
            return Answer(status, await self.read(int(named["content-length"])))
        if named.get("transfer-encoding") == "chunked":
            body = b""
            while size := int((await self.reader.readuntil(b"\r\n")), 16):
                body += await self.read(size)
                await self.read(2)
            await self.read(2)
            return Answer(status, body)
        return Answer(status, b"")

    # As a WebSocket.

    async def upgrade(self, table: str) -> int:
        """Ask for a table's socket; the status, which is 101 where it was granted."""
        await self.send(
            self.request(
                "GET",
                f"/api/tables/{table}/socket",
                Upgrade="websocket",
                Connection="Upgrade",
                Sec_WebSocket_Key=KEY,
                Sec_WebSocket_Version="13",
            )
        )
        return int((await self.head()).split(b" ")[1])

    async def message(self) -> dict[str, Any]:
        """The next message; `Gone` if the server closes."""
        while True:
            first, size = await self.read(2)
            if size == 126:
                size = int.from_bytes(await self.read(2))
            elif size == 127:
                size = int.from_bytes(await self.read(8))
            data = await self.read(size)
            if first & 0x0F == CLOSE:
                self.ended = True
                raise Gone(int.from_bytes(data[:2]))
            if first & 0x0F == TEXT:
                found: dict[str, Any] = json.loads(data)
                return found

    async def hello(self, secret: str, *, token: bool = False) -> dict[str, Any]:
        """Say who one is; what the server answers."""
        kind = "token" if token else "invite"
        await self.send(text({"type": "hello", "protocol": 1, "lang": "en", kind: secret}))
        return await self.message()
