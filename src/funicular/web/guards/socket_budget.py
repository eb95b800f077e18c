"""What the frames of a WebSocket may cost: each is counted, whatever its opcode, before it is read.

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
from funicular.web.guards.frame_scanner import FrameScanner


class SocketBudget:
    """What one connection has left to send."""

    __slots__ = ("_bytes", "_control", "_fragments", "_frames", "_scanner", "_shared", "count")

    def __init__(self) -> None:
        """Begin as a stranger, at no table."""
        self._scanner = FrameScanner()
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

    def excess(self, data: bytes) -> str | None:
        """Count these bytes and the frames in them; what there is too much of."""
        headers = self._scanner.scan(data)
        self.count += len(headers)
        control = fragments = 0
        for each in headers:
            if each.is_control:
                control += 1
            elif each.is_fragment:
                fragments += 1
        own = (
            ("bytes", self._bytes, len(data)),
            ("control-frames", self._control, control),
            ("fragments", self._fragments, fragments),
            ("frames", self._frames, len(headers)),
        )
        for name, bucket, tokens in own:
            if tokens and not bucket.spend(tokens):
                return name
        for name, bucket in self._shared:
            if headers and not bucket.spend(len(headers)) and self._frames.is_low:
                return name
        return None

    def closes(self, data: bytes) -> bool:
        """Whether a close frame begins in these bytes."""
        return any(each.is_close for each in self._scanner.scan(data))
