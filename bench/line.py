"""A WebSocket client that costs next to nothing: the server is to be measured, not this.

It knows text frames, pings and closings, offers no compression, and masks with zeros, which the
standard allows and which leaves the text as it is.
"""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
MASKED = 0x80
NO_MASK = bytes(4)
HEAD_END = b"\r\n\r\n"


class Line(asyncio.Protocol):
    """One connection; `heard` gets every message as it comes, None when the line is gone."""

    def __init__(
        self, address: str, heard: Callable[[bytes | None], None], source: str = ""
    ) -> None:
        """`source` is the address of this machine to come from, where that matters."""
        self._parts = urlsplit(address)
        self._source = (source, 0) if source else None
        self._heard = heard
        self._left = b""
        self._transport: asyncio.Transport | None = None
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.code: int | None = None

    async def open(self) -> None:
        """Connect; `ConnectionError` if the server does not want to."""
        loop = asyncio.get_running_loop()
        await loop.create_connection(
            lambda: self,
            self._parts.hostname or "",
            self._parts.port or 80,
            local_addr=self._source,
        )
        await self._opened

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self._transport = cast("asyncio.Transport", transport)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = (
            f"GET {self._parts.path} HTTP/1.1",
            f"Host: {self._parts.netloc}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        )
        self._transport.write("\r\n".join(lines).encode() + HEAD_END)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell that it is over."""
        if not self._opened.done():
            self._opened.set_exception(exc or ConnectionError("closed"))
        self._heard(None)

    def data_received(self, data: bytes) -> None:
        """Take the whole messages there are."""
        data = self._left + data
        if not self._opened.done():
            head, found, data = data.partition(HEAD_END)
            if not found:
                self._left = head
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self._opened.set_exception(ConnectionError(head.decode()))
                return
            self._opened.set_result(None)
        at = 0
        while len(data) - at >= 2:
            start, length = at + 2, data[at + 1]
            if length >= 126:
                wide = 2 if length == 126 else 8
                length = int.from_bytes(data[start : start + wide])
                start += wide
            if start > len(data) or len(data) < start + length:
                break
            self._frame(data[at], data[start : start + length])
            at = start + length
        self._left = data[at:]

    def _frame(self, kind: int, body: bytes) -> None:
        if kind == TEXT:
            self._heard(body)
        elif kind == PING:
            self._write(PONG, body)
        elif kind == CLOSE:
            self.code = int.from_bytes(body[:2]) if body else None
            self.close()

    def send(self, text: bytes) -> None:
        """Send a message."""
        self._write(TEXT, text)

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.close()

    def _write(self, kind: int, body: bytes) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        if len(body) < 126:
            head = bytes((kind, MASKED | len(body)))
        else:
            head = bytes((kind, MASKED | 126)) + len(body).to_bytes(2)
        self._transport.write(head + NO_MASK + body)
