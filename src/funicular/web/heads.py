"""The head of a request: it may take only so long, and be only so long.

uvicorn waits for it for ever and keeps whatever has come of it, so that connections which say
nothing, or never stop, would pile up. A body has its own limits (`answers.body_of`), and so has a
socket. Where httptools is not installed uvicorn's other parser limits the length, and nobody the
time.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS = 20.0
LONGEST_HEAD = 64 * 1024


class HeadsInTime(HttpToolsProtocol):
    """uvicorn's parser with a clock."""

    _timer: asyncio.TimerHandle | None = None
    # Bytes since the head began; None while there is none.
    _length: int | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Wait for the first request."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._waited()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; refuse a head that goes on and on."""
        super().data_received(data)
        if self._length is not None:
            self._length += len(data)
            if self._length > LONGEST_HEAD and not self.transport.is_closing():
                self.send_400_response("The head of the request is too long.")

    def on_message_begin(self) -> None:
        """A head begins."""
        super().on_message_begin()
        self._length = 0
        self._wait()

    def on_headers_complete(self) -> None:
        """It is whole."""
        self._length = None
        self._waited()
        super().on_headers_complete()

    def _wait(self) -> None:
        self._waited()
        self._timer = self.loop.call_later(HEAD_SECONDS, self._too_slow)

    def _waited(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_slow(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()
