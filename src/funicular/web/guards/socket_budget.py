"""What the frames of a WebSocket may cost: each is counted, whatever its opcode, when it begins.

What is within the limits is handed on; of what is not, one piece at most was looked at in vain.

A connection has buckets of its own, small ones until it has said hello with a right secret. Frames
also count against the networks of the connection's address and its table. When one of those is
empty, only a connection that has sent a lot itself is cut, so that a flood at a table does not end
its players' connections.

Text and binary messages beyond 30 a second are refused politely by the application first; these
limits are higher. Pings, pongs and fragments have lower ones, since no client needs many.
"""

from __future__ import annotations

from funicular.live.admission.figures import OF_CONNECTION
from funicular.live.admission.rates import Bucket
from funicular.web.websocket.frames import CloseFrame, FrameReader, Received


class Excess(Exception):
    """A connection has sent too much."""

    def __init__(self, of: str) -> None:
        """Take the name of the bucket that is empty."""
        super().__init__(of)
        self.of = of


class SocketBudget:
    """What one connection has left to send."""

    __slots__ = ("_bytes", "_control", "_fragments", "_frames", "_reader", "_shared", "count")

    def __init__(self) -> None:
        """Begin as a stranger, at no table."""
        self._reader = FrameReader()
        self._allow("-before-hello")
        self._control = Bucket(OF_CONNECTION["control-frames"])
        self._fragments = Bucket(OF_CONNECTION["fragments"])
        self._shared: tuple[tuple[str, Bucket], ...] = ()
        # Frames so far.
        self.count = 0

    def begin(self, shared: tuple[tuple[str, Bucket], ...], *, hello_only: bool) -> None:
        """Count against these too, by what they belong to: an address, a table."""
        self._shared = shared
        if hello_only:
            self._allow("-at-no-table")

    def welcome(self) -> None:
        """Allow what a client with a right secret may send."""
        self._allow("")

    def _allow(self, when: str) -> None:
        self._frames = Bucket(OF_CONNECTION[f"frames{when}"])
        self._bytes = Bucket(OF_CONNECTION[f"bytes{when}"])

    def read(self, data: bytes) -> list[Received]:
        """What ends within these bytes; `Excess` if they or the frames in them are too many."""
        if not self._bytes.spend(len(data)):
            raise Excess("bytes")
        reader = self._reader
        received = reader.read(data)
        if reader.frames:
            self.count += reader.frames
            self._spend(reader.frames, reader.control, reader.fragments)
        return received

    @property
    def failed(self) -> int | None:
        """The code to close with, once the client has broken the protocol."""
        return self._reader.failed

    def closes(self, data: bytes) -> bool:
        """Whether a close frame ends in these bytes. Nothing is counted any more."""
        return any(isinstance(each, CloseFrame) for each in self._reader.read(data))

    def _spend(self, frames: int, control: int, fragments: int) -> None:
        if control and not self._control.spend(control):
            raise Excess("control-frames")
        if fragments and not self._fragments.spend(fragments):
            raise Excess("fragments")
        if not self._frames.spend(frames):
            raise Excess("frames")
        for name, bucket in self._shared:
            if not bucket.spend(frames) and self._frames.is_low:
                raise Excess(name)
