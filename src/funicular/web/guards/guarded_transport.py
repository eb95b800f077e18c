"""The transport as uvicorn sees it: everything it does to a connection passes the guard.

So the guard stays in the way when uvicorn puts a WebSocket implementation in the place of its HTTP
parser, and knows when uvicorn wants no more bytes, how much waits to be sent, and that it closes.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from funicular.web.guards.guard import Guard


class GuardedTransport(asyncio.Transport):
    """Asks the guard for whatever it watches over, the real transport for the rest."""

    __slots__ = ("_guard", "_real", "write")

    def __init__(self, guard: Guard, real: asyncio.Transport) -> None:
        """Take both."""
        super().__init__()
        self._guard = guard
        self._real = real
        # What is written most often goes to the guard without a step between.
        self.write = guard.write  # type: ignore[method-assign]  # of the same signature

    def get_extra_info(self, name: str, default: Any = None) -> Any:  # noqa: ANN401 - as asyncio has it
        """What is known of the connection, such as its peer."""
        return self._real.get_extra_info(name, default)

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Tell the guard who comes next; the event loop goes on telling the guard."""
        self._guard.upgrade(cast("asyncio.Protocol", protocol))

    def get_protocol(self) -> asyncio.BaseProtocol:
        """Who is told what arrives."""
        return self._guard.protocol

    def is_closing(self) -> bool:
        """Whether the end has begun."""
        return self._guard.is_closing

    def close(self) -> None:
        """Send what waits and close."""
        self._guard.close()

    def abort(self) -> None:
        """Close without sending what waits."""
        self._real.abort()

    def end(self) -> None:
        """Read no more messages: we are about to say goodbye on a socket."""
        self._guard.end()

    def end_handshake(self) -> None:
        """Cut the connection if it asked to become a WebSocket and the application never heard."""
        self._guard.end_handshake()

    def is_reading(self) -> bool:
        """Whether bytes are wanted."""
        return self._guard.is_reading

    def pause_reading(self) -> None:
        """Want no bytes."""
        self._guard.pause_reading()

    def resume_reading(self) -> None:
        """Want them again."""
        self._guard.resume_reading()

    def can_write_eof(self) -> bool:
        """Whether one half can be closed."""
        return self._real.can_write_eof()

    def write_eof(self) -> None:
        """Close our half."""
        self._real.write_eof()

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """When to be told that too much waits."""
        self._real.set_write_buffer_limits(high, low)

    def get_write_buffer_size(self) -> int:
        """How much waits to be sent."""
        return self._real.get_write_buffer_size()

    def get_write_buffer_limits(self) -> tuple[int, int]:
        """The limits as they are."""
        return self._real.get_write_buffer_limits()
