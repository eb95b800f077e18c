"""How many requests one connection may send, counted before any parser has seen them.

A head ends with an empty line, so there are never more heads than empty lines. That is true for
every parser, and costs next to nothing. A body may hold empty lines too: they count, but a body of
hundreds is not JSON that anybody wrote.
"""

from __future__ import annotations

from funicular.live.token_bucket import Bucket, Rate

# Unless it is a proxy's connection, which many visitors share.
REQUESTS = Rate(600, 100)
# Heads that have come while a request is answered: no browser and no proxy sends any.
MOST_PIPELINED = 16
# Bytes of a head, and what a longer one is answered with.
LONGEST_HEAD = 64 * 1024
TOO_LONG = (
    b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"Content-Length: 36\r\nConnection: close\r\n\r\nThe head of the request is too long."
)


class RequestBudget:
    """What one connection has left to ask."""

    __slots__ = ("_bucket", "_has_body", "_pipelined", "_tail", "_unlimited")

    def __init__(self) -> None:
        """Begin with all of it."""
        self._bucket = Bucket(REQUESTS)
        self._unlimited = False
        # The end of what was read: an empty line may come in two pieces.
        self._tail = b""
        self._pipelined = 0
        self._has_body = False

    def excess(self, piece: bytes) -> str | None:
        """Count the heads in these bytes; what there is too much of."""
        seen = self._tail + piece
        self._tail = seen[-2:]
        # Lines may end with or without a carriage return, as far as some parsers are concerned.
        heads = seen.count(b"\n\r\n") + seen.count(b"\n\n")
        if self._unlimited or not heads:
            return None
        if self._pipelined > MOST_PIPELINED:
            return "pipelining"
        if not self._has_body:
            # What follows a request without a body can only be requests.
            self._pipelined += heads
        return None if self._bucket.spend(heads) else "requests"

    def begins(self, *, has_body: bool, proxy: bool) -> None:
        """A request is being answered."""
        self._unlimited = proxy
        self._has_body = has_body
        self._pipelined = 0 if has_body else max(0, self._pipelined - 1)
