"""A wire between a store and its database that can be cut, at the moment that hurts most."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit


class Wire:
    """Passes everything on, until told otherwise."""

    def __init__(self, host: str, port: int) -> None:
        self._target = (host, port)
        # The database hears what is asked and its answer is lost, with the connection.
        self.lose_answers = False
        # Nothing goes through, in either direction, and nobody is told.
        self.silent = False
        # New connections are closed at once.
        self.closed = False
        self.answer_lost = asyncio.Event()
        self._open: set[asyncio.StreamWriter] = set()

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Somebody connects."""
        if self.closed:
            writer.close()
            return
        there, back = await asyncio.open_connection(*self._target)
        ends = (writer, back)
        self._open.update(ends)
        try:
            await asyncio.gather(self._pass(reader, back), self._pass_back(there, writer))
        finally:
            for end in ends:
                end.close()
            self._open.difference_update(ends)

    def cut(self) -> None:
        """Close every connection."""
        for end in list(self._open):
            end.close()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(1 << 16):
                if not self.silent:
                    writer.write(data)
        writer.close()

    async def _pass_back(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(1 << 16):
                if self.lose_answers:
                    self.answer_lost.set()
                    break
                if not self.silent:
                    writer.write(data)
        writer.close()


@asynccontextmanager
async def wire_to(url: str) -> AsyncIterator[tuple[Wire, str]]:
    """A wire to this database, and the address of its other end."""
    parts = urlsplit(url)
    assert parts.hostname
    assert parts.port
    wire = Wire(parts.hostname, parts.port)
    server = await asyncio.start_server(wire.connected, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield wire, f"postgresql://{parts.username}@127.0.0.1:{port}{parts.path}"
    finally:
        server.close()
        wire.cut()
        await server.wait_closed()
