"""A WebSocket from its handshake on, in two parts.

The handshake, and the application until it has let the client in, are uvicorn's: only the frames
come from the guard, which has read and counted them (guards/guard.py). Then the application takes
the connection over (`Upgraded.take_over`) and returns. What is left is an `Open` socket: no task,
no queue and nothing of the request stays behind. Its messages are handed to a `Listener` as they
come, and what is sent goes straight to the transport. A table has four of these for hours, so this
is most of what it takes to hold one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Protocol

from funicular.web.guards.guard import FrameProtocol
from funicular.web.guards.guarded_transport import GuardedTransport
from funicular.web.uvicorn_internals import ClientDisconnected, WebSocketsSansIOProtocol
from funicular.web.websocket.frames import (
    PONG,
    TEXT,
    CloseFrame,
    PingFrame,
    Received,
    close_frame,
    frame,
)

# Come back later: the server stops.
RESTART_CODE = 1012


class Listener(Protocol):
    """Who is told what a client says."""

    def received(self, message: str | bytes) -> None:
        """A message has come: text, or bytes."""

    def writable(self) -> None:
        """The client reads again, after `Open.send` was refused."""

    def ended(self) -> None:
        """The connection is gone."""


class Socket(Protocol):
    """A connection as its listener uses it."""

    def send(self, message: bytes) -> bool:
        """Send a text; False, and nothing is sent, while the client does not read."""

    def close(self, code: int) -> None:
        """Say goodbye, and wait only a moment for the other side to do so too."""

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Do this in a task that the server waits for when it stops."""

    def pause_reading(self) -> None:
        """Want no messages. Some may come all the same."""

    def resume_reading(self) -> None:
        """Want them again."""


class _Nobody:
    """Listens to a connection that has ended, so that it does not hold on to its listener."""

    def received(self, message: str | bytes) -> None:
        pass

    def writable(self) -> None:
        pass

    def ended(self) -> None:
        pass


class Open(FrameProtocol):
    """A connection that was taken over: a `Socket`, and told by the guard what comes."""

    __slots__ = (
        *("_connections", "_listener", "_tasks", "_writable", "_frames"),
        "transport",
    )

    def __init__(
        self,
        listener: Listener,
        transport: GuardedTransport,
        connections: set[Any],
        tasks: set[asyncio.Task[None]],
        *,
        writable: bool,
    ) -> None:
        """Take what there is of the connection; uvicorn waits for `connections` and `tasks`."""
        self.transport = transport
        self._listener = listener
        self._connections = connections
        self._tasks = tasks
        self._writable = writable
        # What was sent in this turn of the event loop. It goes out in one piece, since most of what
        # a message costs is the call that hands it to the kernel: a move is answered and shown at
        # once.
        self._frames: list[bytes] = []

    # For the listener.

    def send(self, message: bytes) -> bool:
        """Send a text; False, and nothing is sent, while the client does not read."""
        if self._writable:
            if not self._frames:
                asyncio.get_running_loop().call_soon(self._flush)
            self._frames.append(frame(TEXT, message))
        return self._writable

    def close(self, code: int) -> None:
        """Say goodbye. The guard ends the connection once the client has answered, or has not."""
        self._flush()
        self.transport.end()
        if not self.transport.is_closing():
            self.transport.write(close_frame(code))

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Do this in a task that the server waits for when it stops."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def pause_reading(self) -> None:
        """Read no more."""
        self.transport.pause_reading()

    def resume_reading(self) -> None:
        """Read on."""
        self.transport.resume_reading()

    # For uvicorn and the guard.

    def frames_received(self, frames: list[Received], failed: int | None) -> None:
        """Tell what has come."""
        for each in frames:
            if isinstance(each, str | bytes):
                self._listener.received(each)
            else:
                self._flush()
                answer(each, self.transport)
        if failed is not None:
            self._end(failed)

    def eof_received(self) -> None:
        """Nothing more will come: the transport is closed."""

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell it."""
        del exc
        self._frames.clear()
        self._connections.discard(self)
        listener, self._listener = self._listener, _Nobody()
        listener.ended()

    def pause_writing(self) -> None:
        """The client does not read."""
        self._writable = False

    def resume_writing(self) -> None:
        """It reads again."""
        self._writable = True
        self._listener.writable()

    def shutdown(self) -> None:
        """The server stops."""
        self._end(RESTART_CODE)

    def _end(self, code: int) -> None:
        self._flush()
        if not self.transport.is_closing():
            self.transport.write(close_frame(code))
        self.transport.close()

    def _flush(self) -> None:
        """Hand what was sent to the kernel; the guard drops it once the connection closes."""
        frames, self._frames = self._frames, []
        if frames:
            self.transport.write(frames[0] if len(frames) == 1 else b"".join(frames))


class Upgraded(WebSocketsSansIOProtocol, FrameProtocol):
    """A connection until it is taken over: uvicorn's own, but for the reading of frames.

    uvicorn hands it the request, which comes first and in one piece.
    """

    def frames_received(self, frames: list[Received], failed: int | None) -> None:
        """Tell the application what has come."""
        for each in frames:
            self._hear(each)
        if failed is not None and not self.transport.is_closing():
            self._goodbye(failed, close_frame(failed))

    async def send(self, message: Any) -> None:  # noqa: ANN401 - one of many kinds
        """Send what the application says; a refusal in words ends the handshake too.

        uvicorn would take it for unanswered, and log an error for each banned or hasty visitor.
        """
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True

    def _hear(self, received: Received) -> None:
        if isinstance(received, CloseFrame):
            if self.close_sent:
                # The answer to ours.
                self.transport.close()
            elif not self.transport.is_closing():
                self._goodbye(received.code, None)
                answer(received, self.transport)
        elif isinstance(received, PingFrame):
            answer(received, self.transport)
        elif not self.close_sent:
            if isinstance(received, str):
                self.queue.put_nowait({"type": "websocket.receive", "text": received})
            else:
                self.queue.put_nowait({"type": "websocket.receive", "bytes": received})
            if not self.read_paused:
                self.read_paused = True
                self.transport.pause_reading()

    def _goodbye(self, code: int, farewell: bytes | None) -> None:
        """Tell the application that it is over."""
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        self.disconnected = True
        if farewell is not None:
            self.transport.write(farewell)
            self.transport.close()

    def take_over(self, listener: Listener) -> Open:
        """Let this listener have the connection; the call of the application may return then."""
        transport = self.transport
        if self.disconnected or self.close_sent or transport.is_closing():
            raise ClientDisconnected
        assert isinstance(transport, GuardedTransport)  # noqa: S101 - our server has no other
        taken = Open(
            listener,
            transport,
            self.connections,
            self.tasks,
            writable=self.writable.is_set(),
        )
        self.connections.discard(self)
        self.connections.add(taken)  # type: ignore[arg-type]  # uvicorn knows only its own
        transport.set_protocol(taken)
        # uvicorn closes what an application returns from.
        self.transport = _Released()
        # It holds on to itself in a circle.
        self.conn.parser.close()
        if self.read_paused:
            transport.resume_reading()
        while not self.queue.empty():
            listener.received(_payload(self.queue.get_nowait()))
        return taken


class _Released(asyncio.Transport):
    """What uvicorn still does to a connection that is no longer its own does nothing."""

    def is_closing(self) -> bool:
        return True

    def close(self) -> None:
        pass

    def write(self, data: object) -> None:
        pass


def answer(received: PingFrame | CloseFrame, transport: asyncio.Transport) -> None:
    """Answer what is answered without asking the application."""
    if isinstance(received, PingFrame):
        transport.write(frame(PONG, received.payload))
    else:
        transport.write(close_frame(received.code))
        transport.close()


def _payload(message: Any) -> str | bytes:  # noqa: ANN401 - one of uvicorn's many
    """What an ASGI message says."""
    payload: str | bytes = message["text"] if "text" in message else message["bytes"]
    return payload
