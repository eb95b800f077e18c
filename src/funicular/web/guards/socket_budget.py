"""What the frames of a WebSocket may cost: each is counted, whatever its opcode, before it is read.

A connection has buckets of its own, small ones until it has said hello with a right secret. Frames
also count against the connection's address and its table. When one of those two is empty, only a
connection that has sent a lot itself is cut, so that a flood at a table does not end its players'
connections.

Text and binary messages beyond 30 a second are refused politely by the application first; these
limits are higher. Pings, pongs and fragments have lower ones, since no client needs many.
"""

from __future__ import annotations

from collections.abc import Mapping

from funicular.live.token_bucket import Bucket, Rate
from funicular.web.guards.frame_scanner import FrameScanner

KB = 1024
# Of one connection. A message may be 64 KB before it ends the connection.
FRAMES = Rate(1000, 60)
CONTROL_FRAMES = Rate(100, 5)
FRAGMENTS = Rate(200, 20)
BYTES = Rate(512 * KB, 64 * KB)
# The same before hello: one message is all that is needed, a few wrong ones are answered.
STRANGER_FRAMES = Rate(250, 2)
STRANGER_BYTES = Rate(256 * KB, 4 * KB)
# At a table that does not exist.
HELLO_FRAMES = Rate(8, 0.1)
HELLO_BYTES = Rate(16 * KB, 1)
# Of all sockets of one address, and of all sockets at one table.
SHARED_FRAMES = Rate(6000, 600)


class SocketBudget:
    """What one connection has left to send."""

    __slots__ = ("_bytes", "_control", "_fragments", "_frames", "_scanner", "_shared", "count")

    def __init__(self) -> None:
        """Begin as a stranger, at no table."""
        self._scanner = FrameScanner()
        self._frames = Bucket(STRANGER_FRAMES)
        self._bytes = Bucket(STRANGER_BYTES)
        self._control = Bucket(CONTROL_FRAMES)
        self._fragments = Bucket(FRAGMENTS)
        self._shared: Mapping[str, Bucket] = {}
        # Frames so far.
        self.count = 0

    def begin(self, shared: Mapping[str, Bucket], *, hello_only: bool) -> None:
        """Count against these too, by what they belong to: an address, a table."""
        self._shared = shared
        if hello_only:
            self._frames, self._bytes = Bucket(HELLO_FRAMES), Bucket(HELLO_BYTES)

    def welcome(self) -> None:
        """Allow what a client with a right secret may send."""
        self._frames = Bucket(FRAMES)
        self._bytes = Bucket(BYTES)

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
        for name, bucket in self._shared.items():
            if headers and not bucket.spend(len(headers)) and self._frames.is_low:
                return name
        return None

    def closes(self, data: bytes) -> bool:
        """Whether a close frame begins in these bytes."""
        return any(each.is_close for each in self._scanner.scan(data))
