"""A bad network: a proxy on loopback whose faults can be switched while it runs.

Loss never reaches a program that uses TCP: what it sees are stalls, and in the end a connection
that is gone. So that is what there is here, for each direction by itself.
"""

from __future__ import annotations

import asyncio
import random
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from msgspec import Struct

CHUNK = 65536
# Linger for no time at all: closing sends a reset in the place of a farewell.
NO_FAREWELL = struct.pack("ii", 1, 0)


class Weather(Struct, frozen=True):
    """What one direction of the network does to what passes."""

    # Seconds, and up to so many more.
    latency: float = 0.0
    jitter: float = 0.0
    # Bytes a second; None is as fast as it goes.
    bandwidth: float | None = None
    # How often a piece is lost and sent again, and the seconds that takes.
    loss: float = 0.0
    stall: float = 0.0
    # How often a piece is the last one: the connection is reset.
    cut: float = 0.0
    # Bytes in a piece; one tears every frame apart.
    piece: int = CHUNK
    # Nothing comes through, and nobody is told.
    blackhole: bool = False


FAIR = Weather()


class _Connection:
    """A client's connection to the proxy and the proxy's to the server."""

    def __init__(
        self,
        client: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        server: tuple[asyncio.StreamReader, asyncio.StreamWriter],
    ) -> None:
        self.client = client
        self.server = server

    def reset(self) -> None:
        """Tear it down on both sides."""
        for _, writer in (self.client, self.server):
            _reset(writer)

    def forget(self, *, client: bool) -> None:
        """Tear it down on one side. The other is not told."""
        _reset((self.client if client else self.server)[1])


class Proxy:
    """Listens at a port of its own and hands on to the server's, in the weather of the moment."""

    def __init__(self, to_port: int, seed: int = 0) -> None:
        self.to_port = to_port
        # From the client to the server, and back.
        self.up = FAIR
        self.down = FAIR
        # Connections that were made, and those that were reset or forgotten.
        self.made = 0
        self.broken = 0
        self._random = random.Random(seed)
        self._connections: set[_Connection] = set()
        self._half_open: set[_Connection] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._port = 0

    @property
    def port(self) -> int:
        """Where clients come in."""
        return self._port

    @property
    def connections(self) -> int:
        """How many there are now."""
        return len(self._connections)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Proxy]:
        """Hand on as long as the block runs."""
        server = await asyncio.start_server(self._accepted, "127.0.0.1", 0)
        self._port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            self.reset()
            for connection in self._half_open:
                connection.reset()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def set(self, weather: Weather) -> None:
        """The same in both directions."""
        self.up = self.down = weather

    def reset(self) -> None:
        """Reset every connection, on both sides."""
        for connection in tuple(self._connections):
            self.broken += 1
            connection.reset()

    def forget(self, *, client: bool) -> None:
        """Leave every connection half open: reset towards one side, silent towards the other."""
        for connection in tuple(self._connections):
            self.broken += 1
            self._half_open.add(connection)
            connection.forget(client=client)

    async def _accepted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            server = await asyncio.open_connection("127.0.0.1", self.to_port)
        except OSError:
            _reset(writer)
            return
        self.made += 1
        connection = _Connection((reader, writer), server)
        self._connections.add(connection)
        both = [
            asyncio.create_task(self._carry(connection, up=True)),
            asyncio.create_task(self._carry(connection, up=False)),
        ]
        self._tasks.update(both)
        try:
            # One that is half open stays so until the proxy ends: its other side is not told.
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            if connection not in self._half_open:
                connection.reset()
        finally:
            self._connections.discard(connection)
            for task in both:
                task.cancel()

    async def _carry(self, connection: _Connection, *, up: bool) -> None:
        reader = (connection.client if up else connection.server)[0]
        writer = (connection.server if up else connection.client)[1]
        # What was swallowed never comes: a connection does not get over it, whatever the weather.
        swallowed = False
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                left = data
                while left:
                    weather = self.up if up else self.down
                    swallowed = swallowed or weather.blackhole
                    if swallowed:
                        break
                    piece, left = left[: weather.piece], left[weather.piece :]
                    if self._random.random() < weather.cut:
                        self.broken += 1
                        return
                    await asyncio.sleep(self._delay(weather, len(piece)))
                    writer.write(piece)
                    await writer.drain()

    def _delay(self, weather: Weather, size: int) -> float:
        delay = weather.latency + self._random.uniform(0, weather.jitter)
        if weather.bandwidth is not None:
            delay += size / weather.bandwidth
        if self._random.random() < weather.loss:
            delay += weather.stall
        return delay


def _reset(writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        end: socket.socket | None = writer.get_extra_info("socket")
        if end is not None:
            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_FAREWELL)
    writer.transport.abort()
