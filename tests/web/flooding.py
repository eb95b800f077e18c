"""Clients that mean harm: they send as fast as they can, read nothing, or send a byte at a time."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable

from funicular.web.application import Application
from tests.system.fuzz.wire import BINARY, CONT, PATIENCE, PING, PONG, TEXT, Line, frame

BLOCK = 64 * 1024
# The system's own buffers take some megabytes; who can send this much is not stopped by anybody.
MOST_SENT = 64 << 20

# What is sent once, and then again and again.
FLOODS: dict[str, tuple[bytes, bytes]] = {
    "pings": (b"", frame(b"", PING)),
    "long pings": (b"", frame(b"x" * 125, PING)),
    "pongs": (b"", frame(b"", PONG)),
    "empty continuations": (frame(b"", TEXT, fin=False), frame(b"", CONT, fin=False)),
    "tiny fragments": (frame(b"{", TEXT, fin=False), frame(b" ", CONT, fin=False)),
    "empty binary": (b"", frame(b"", BINARY)),
    "short texts": (b"", frame(b"{}")),
    "reserved": (b"", frame(b"", 3)),
    "reserved control": (b"", frame(b"", 11)),
    "one endless frame": (frame(b"", length=1 << 40), b"x" * 1024),
}


def flood(wire: Line, name: str, meanwhile: Callable[[], None]) -> bool:
    """Send until the server stops us; whether it does. `meanwhile` comes after the first block."""
    first, again = FLOODS[name]
    block = again * (BLOCK // len(again))
    sent = 0
    try:
        wire.socket.sendall(first + block)
        meanwhile()
        while sent < MOST_SENT:
            wire.socket.sendall(block)
            sent += len(block)
    except ConnectionError:
        return True
    return False


def greeted(wire: Line, opened: dict[str, str], **hello: str) -> Line:
    """Come in at a table, as its host unless `hello` says otherwise."""
    wire.upgrade(f"/api/tables/{opened['table']}/socket")
    secret = hello or {"token": opened["token"]}
    wire.send(frame(json.dumps({"type": "hello", "protocol": 1, "lang": "en"} | secret).encode()))
    assert wire.message()["type"] == "welcome"
    return wire


class NarrowLine(Line):
    """A connection of which the system keeps little that was not read."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.socket.close()
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(("127.0.0.1", port))


def narrow(listening: socket.socket) -> socket.socket:
    """Let the system keep little of what is sent here and not read."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    return listening


def cuts(app: Application, reason: str) -> float:
    """How many connections were cut for this."""
    registry = app.services.metrics.registry
    return registry.get_sample_value("funicular_cuts_total", {"reason": reason}) or 0
