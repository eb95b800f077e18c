"""Finds where requests end in a stream of them, so that uvicorn is handed one at a time.

A head ends with an empty line, for every parser there is. What follows is the body, as long as the
head said, then the next head: it is not handed on before the request is answered and the answer is
taken. So nobody has work done for answers that they do not read.
"""

from __future__ import annotations

import re

# Bytes of a head, and what a longer one is answered with.
LONGEST_HEAD = 64 * 1024
TOO_LONG = (
    b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"Content-Length: 36\r\nConnection: close\r\n\r\nThe head of the request is too long."
)
# Lines may end with or without a carriage return, as far as some parsers are concerned.
END_OF_HEAD = re.compile(rb"\n\r?\n")


class RequestScanner:
    """Where in a stream of requests a connection is."""

    __slots__ = ("_head", "_tail", "body")

    def __init__(self) -> None:
        """Begin where a head begins."""
        # The end of what was read of a head: its empty line may come in two pieces.
        self._tail = b""
        # Bytes of the head so far.
        self._head = 0
        # Bytes still to come of the body that was announced.
        self.body = 0

    def scan(self, piece: bytes) -> tuple[int, bool]:
        """How many of these bytes belong together, and whether a head ends with them."""
        if self.body:
            size = min(self.body, len(piece))
            self.body -= size
            return size, False
        seen = self._tail + piece
        end = END_OF_HEAD.search(seen)
        if end is None:
            self._head += len(piece)
            self._tail = seen[-2:]
            return len(piece), False
        size = end.end() - len(self._tail)
        self._head, self._tail = 0, b""
        return size, True

    @property
    def is_too_long(self) -> bool:
        """Whether the head has more bytes than any that was meant well."""
        return self._head > LONGEST_HEAD
