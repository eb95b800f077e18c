"""Reads the headers of WebSocket frames (RFC 6455, section 5.2) out of a stream, in any pieces.

Payloads are skipped, not kept, and nothing is checked: the WebSocket implementation behind does
that. The scanner only tells how many frames there are, so that they can be counted before anything
expensive is done with them.
"""

from __future__ import annotations

from typing import NamedTuple

CONTINUATION, CLOSE = 0x0, 0x8
FINAL, OPCODE, MASKED, LENGTH = 0x80, 0x0F, 0x80, 0x7F
# Codes in the length field, and how many bytes of length follow them.
MORE_LENGTH = {126: 2, 127: 8}
MASK_BYTES = 4


class FrameHeader(NamedTuple):
    """What the first byte of a frame says, and the length of its payload."""

    first: int
    length: int

    @property
    def opcode(self) -> int:
        """Which kind of frame it is."""
        return self.first & OPCODE

    @property
    def is_close(self) -> bool:
        """Whether it ends the conversation."""
        return self.opcode == CLOSE

    @property
    def is_control(self) -> bool:
        """Whether it is a close, a ping, a pong, or reserved for more of that kind."""
        return self.opcode >= CLOSE

    @property
    def is_fragment(self) -> bool:
        """Whether it is only a part of a message."""
        return not self.is_control and (self.opcode == CONTINUATION or not self.first & FINAL)


class FrameScanner:
    """Where in a stream of frames we are."""

    __slots__ = ("_head", "_payload")

    def __init__(self) -> None:
        """Begin where a frame begins."""
        # The beginning of a header that has not come completely.
        self._head = b""
        # Bytes still to come of the payload we are in.
        self._payload = 0

    def scan(self, data: bytes) -> list[FrameHeader]:
        """The headers that end within these bytes."""
        data = self._head + data
        found = []
        size = len(data)
        at = min(self._payload, size)
        self._payload -= at
        while size - at >= 2:
            first, second = data[at], data[at + 1]
            length = second & LENGTH
            more = MORE_LENGTH.get(length, 0)
            header = 2 + more + (MASK_BYTES if second & MASKED else 0)
            if size - at < header:
                break
            if more:
                length = int.from_bytes(data[at + 2 : at + 2 + more])
            found.append(FrameHeader(first, length))
            at += header
            here = min(length, size - at)
            at += here
            self._payload = length - here
        self._head = data[at:]
        return found
