"""A WebSocket by hand: frames as bytes, so that they can be wrong.

And the reading of answers, which is strict: the server is to be right whatever it was sent.
"""

from __future__ import annotations

import base64
import json
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

# Far more than anything takes; whoever waits so long has found something.
PATIENCE = 60.0

CONT, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
KEY = base64.b64encode(b"0123456789abcdef").decode()
MASK = b"\x37\xfa\x21\x3d"


class Wrong(AssertionError):
    """The server did something that it never should."""


class Closed(Exception):
    """The server has closed the connection; with this code, if it said one."""

    def __init__(self, code: int | None) -> None:
        super().__init__(code)
        self.code = code


class Frame(Struct, frozen=True):
    """A frame as the server has sent it."""

    opcode: int
    data: bytes


def frame(  # noqa: PLR0913 - all that a frame has
    data: bytes,
    opcode: int = TEXT,
    *,
    fin: bool = True,
    reserved: int = 0,
    masked: bool = True,
    length: int | None = None,
) -> bytes:
    """A frame, right unless it is asked to be wrong; `length` is what it says of itself."""
    said = len(data) if length is None else length
    first = (0x80 if fin else 0) | (reserved << 4) | opcode
    flag = 0x80 if masked else 0
    if said < 126:
        head = struct.pack("!BB", first, flag | said)
    elif said < 65536:
        head = struct.pack("!BBH", first, flag | 126, said)
    else:
        head = struct.pack("!BBQ", first, flag | 127, said)
    return head + (MASK + masking(data) if masked else data)


def masking(data: bytes) -> bytes:
    """The data under the mask."""
    pad = MASK * (len(data) // 4 + 1)
    whole = int.from_bytes(data, "big") ^ int.from_bytes(pad[: len(data)], "big")
    return whole.to_bytes(len(data), "big")


class Line:
    """A connection: what is sent is sent as it is, what comes is read strictly."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._read = b""

    def send(self, data: bytes) -> None:
        """Send; whether the server still wants it is told by what comes back."""
        try:
            self.socket.sendall(data)
        except ConnectionError:
            return

    def hang_up(self) -> None:
        """Send no more, but listen."""
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            return

    def tear(self) -> None:
        """Reset the connection: whatever is on its way is lost."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()

    def exactly(self, size: int) -> bytes:
        """So many bytes; `Closed` if there are none to come."""
        while len(self._read) < size:
            self._more()
        taken, self._read = self._read[:size], self._read[size:]
        return taken

    def until(self, end: bytes) -> bytes:
        """The bytes up to and with this end."""
        while end not in self._read:
            self._more()
        taken, _, self._read = self._read.partition(end)
        return taken + end

    def rest(self) -> bytes:
        """All that comes until the server closes."""
        try:
            while True:
                self._more()
        except Closed:
            taken, self._read = self._read, b""
            return taken

    def _more(self) -> None:
        try:
            came = self.socket.recv(65536)
        except TimeoutError as error:
            message = "the server neither answers nor closes"
            raise Wrong(message) from error
        except ConnectionError as error:
            raise Closed(None) from error
        if not came:
            raise Closed(None)
        self._read += came

    # As a WebSocket.

    def upgrade(self, path: str, extra: str = "") -> None:
        """Make a socket of it."""
        self.send(
            (
                f"GET {path} HTTP/1.1\r\nHost: localhost\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Key: {KEY}\r\nSec-WebSocket-Version: 13\r\n{extra}\r\n"
            ).encode()
        )
        head = self.until(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 101 "):
            message = f"no upgrade: {head!r}"
            raise Wrong(message)

    def frame(self) -> Frame:
        """The next frame; `Closed` says with which code if it is the last."""
        first, second = self.exactly(2)
        if second & 0x80 or not first & 0x80:
            message = "the server sends masked or broken frames"
            raise Wrong(message)
        size = second
        if size == 126:
            size = int.from_bytes(self.exactly(2), "big")
        elif size == 127:
            size = int.from_bytes(self.exactly(8), "big")
        data = self.exactly(size)
        if first & 0x0F == CLOSE:
            raise Closed(int.from_bytes(data[:2], "big") if data else None)
        return Frame(first & 0x0F, data)

    def message(self) -> dict[str, Any]:
        """The next message."""
        while True:
            came = self.frame()
            if came.opcode == TEXT:
                found: dict[str, Any] = json.loads(came.data)
                return found


@contextmanager
def line(port: int) -> Iterator[Line]:
    """A connection, closed in the end."""
    opened = Line(port)
    try:
        yield opened
    finally:
        opened.socket.close()
