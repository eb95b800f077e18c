"""Bytes that were made for a reader and not sent yet: whose they are, and how many there may be.

They lie in the transport's buffer, in a reply of which only the beginning was sent, and in the
messages that wait for a slow socket. Each counts for its connection's address, as sockets do, for
the networks around it, and for the server. So does what a client has sent ahead of an answer.

Where there are too many, the slowest reader of that address is cut, or of all: whoever reads keeps
their connection however many around them do not. Where nobody reads slowly, what is new is
refused.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from time import monotonic

from funicular.live.admission.figures import UNSENT_BYTES
from funicular.live.admission.holdings import EVERYBODY, Holdings

# For how long a reader is watched before its pace is known, and after which it is measured anew.
LEAST_SECONDS, MOST_SECONDS = 1.0, 5.0
# What the system may keep for a reader besides: megabytes of its own, unless it is told.
NOT_SENT: int | None = getattr(socket, "TCP_NOTSENT_LOWAT", None)
MOST_NOT_SENT = 64 * 1024
# A connection with fewer bytes is not counted: most answers are sent at once.
LITTLE = 4096


class Backlog:
    """What one reader has not taken yet, and how fast it takes it."""

    __slots__ = (
        *("_all", "_held", "_mark", "_since", "_transport"),
        *("ahead", "counted", "cut", "networks", "written"),
    )

    def __init__(self) -> None:
        """Begin with nothing, of nobody."""
        self._transport: asyncio.Transport | None = None
        self._all: Unsent | None = None
        # Whose it is: networks, the widest first.
        self.networks: Sequence[str] = ()
        # Bytes that were handed to the transport, that wait to be, and that came before their time.
        self.written = self._held = self.ahead = 0
        # As it is counted now.
        self.counted = 0
        self._since, self._mark = 0.0, 0
        self.cut: Callable[[], object] = _nothing

    def begin(self, transport: asyncio.Transport, cut: Callable[[], object]) -> None:
        """Look at this transport from now on; the system keeps little beside what is under way."""
        self._transport, self.cut = transport, cut
        connection = transport.get_extra_info("socket")
        if connection is not None and NOT_SENT is not None:
            # A pipe has no such thing.
            with suppress(OSError):
                connection.setsockopt(socket.IPPROTO_TCP, NOT_SENT, MOST_NOT_SENT)

    def belong(self, everything: Unsent, networks: Sequence[str]) -> None:
        """Count for these networks from now on."""
        if self._all is not everything or self.networks != networks:
            self._forget()
            self._all, self.networks = everything, networks
            self.count()

    def end(self) -> None:
        """The connection is gone: nothing must hold on to itself in a circle."""
        self._forget()
        self._all, self.cut = None, _nothing

    def _forget(self) -> None:
        if self._all is not None:
            self._all.forget(self)

    @property
    def _buffered(self) -> int:
        return self._transport.get_write_buffer_size() if self._transport is not None else 0

    @property
    def size(self) -> int:
        """Bytes that the reader has not taken, or has sent too early."""
        return self._buffered + self._held + self.ahead

    @property
    def taken(self) -> int:
        """Bytes that have left for the peer."""
        return self.written - self._buffered

    def count_much(self) -> None:
        """The transport could not hand all on: count what waits in it, unless it is little."""
        if self.counted or self._buffered > LITTLE:
            self.count()

    def hold(self, size: int) -> None:
        """So many bytes wait to be handed to it."""
        self._held = size
        self.count()

    def leave(self, size: int) -> None:
        """So many bytes have come and were not handed on yet."""
        if size != self.ahead:
            self.ahead = size
            self.count()

    def count(self) -> None:
        """Count what waits; if that is too much, the slowest is cut."""
        if self._all is not None:
            self._all.count(self)

    def make_room(self, size: int) -> bool:
        """Whether there is room for so much more, perhaps in place of slower readers."""
        return self._all is None or self._all.make_room(self.networks, size)

    def measure(self) -> None:
        """Measure the pace from now on."""
        self._since, self._mark = monotonic(), self.taken

    @property
    def pace(self) -> float | None:
        """How many bytes the reader takes in a second; None as long as that is not known."""
        seconds = monotonic() - self._since
        if seconds < LEAST_SECONDS:
            return None
        pace = (self.taken - self._mark) / seconds
        if seconds > MOST_SECONDS:
            self.measure()
        return pace


def _nothing() -> None:
    """A connection that is gone is not cut."""


class Unsent:
    """What all readers together have not taken yet."""

    def __init__(self) -> None:
        """Begin with no readers."""
        self._holdings = Holdings(UNSENT_BYTES)
        self._readers: set[Backlog] = set()

    @property
    def total(self) -> int:
        """How many bytes are not sent, as of now."""
        self._count_all()
        return self._holdings.total

    def of(self, network: str) -> int:
        """How many of them wait for this network."""
        self._count_all()
        return self._holdings.of(network)

    def count(self, reader: Backlog) -> None:
        """Count what waits for a reader; if that is too much, cut the slowest."""
        if self._count(reader) and not self.make_room(reader.networks):
            reader.cut()

    def make_room(self, networks: Sequence[str], size: int = 0) -> bool:
        """Make room for more by cutting those who read most slowly; whether there is room."""
        if self._holdings.full(networks, size) is None:
            return True
        # Some have read since, and nobody was told.
        self._count_all()
        while (owner := self._holdings.full(networks, size)) is not None:
            slowest = self._slowest(owner)
            if slowest is None:
                return False
            slowest.cut()
        return True

    def forget(self, reader: Backlog) -> None:
        """The reader is gone."""
        self._readers.discard(reader)
        self._holdings.add(reader.networks, -reader.counted)
        reader.counted = 0

    def _count(self, reader: Backlog) -> bool:
        """Count anew what waits for a reader; whether it is more than before."""
        size = reader.size
        before, now = reader.counted, size if size > LITTLE else 0
        if now and not before:
            self._readers.add(reader)
            reader.measure()
        if before != now:
            self._holdings.add(reader.networks, now - before)
            reader.counted = now
        if not now:
            self._readers.discard(reader)
        return now > before

    def _count_all(self) -> None:
        for reader in tuple(self._readers):
            self._count(reader)

    def _slowest(self, owner: Hashable) -> Backlog | None:
        """Who reads most slowly, of those who have something waiting for this owner."""
        slow = [
            (pace, reader)
            for reader in self._readers
            if owner in (EVERYBODY, *reader.networks) and (pace := reader.pace) is not None
        ]
        return min(slow, key=lambda each: each[0])[1] if slow else None
