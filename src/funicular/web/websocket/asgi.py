"""A WebSocket that cannot be taken over, because another server than ours runs the application.

It is what `Open` is to a listener, by way of ASGI: one task reads, another one writes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from funicular.web.websocket.protocol import Listener


class AsgiSocket:
    """One connection, from its greeting to its end."""

    def __init__(self, socket: WebSocket, listener: Listener) -> None:
        """Take a socket that was accepted."""
        self._socket = socket
        self._listener = listener
        # What is to be sent; a code is the end.
        self._outgoing: asyncio.Queue[bytes | int] = asyncio.Queue()
        self._tasks: set[asyncio.Task[None]] = set()
        self._reading = asyncio.Event()
        self._reading.set()

    def send(self, message: bytes) -> bool:
        """Send a text, soon."""
        self._outgoing.put_nowait(message)
        return True

    def close(self, code: int) -> None:
        """Say goodbye, after what is to be sent."""
        self._outgoing.put_nowait(code)

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Do this in a task that is waited for in the end."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def pause_reading(self) -> None:
        """Want no messages."""
        self._reading.clear()

    def resume_reading(self) -> None:
        """Want them again."""
        self._reading.set()

    async def hold(self) -> None:
        """Tell the listener what comes, until the client has gone."""
        writing = asyncio.create_task(self._write())
        try:
            while True:
                await self._reading.wait()
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    break
                text = message.get("text")
                self._listener.received(message.get("bytes", b"") if text is None else text)
        finally:
            writing.cancel()
            self._listener.ended()
            await asyncio.gather(*self._tasks)

    async def _write(self) -> None:
        # What a peer that has gone is sent is an OSError.
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while not isinstance(message := await self._outgoing.get(), int):
                await self._socket.send_text(message.decode())
            await self._socket.close(message)
